import { type Currency, parseMoney } from '@sherpa/contracts/currency'
import type { FeeRule } from '@sherpa/contracts/deal'
import { shareOf } from '@sherpa/contracts/money'
import {
  expandPayments,
  type PaymentInterval,
  type PaymentRule,
  paymentRule,
  type ScheduledPayment,
} from '@sherpa/contracts/payment-schedule'
import { type ReadRule, readWith } from './rules-editor.tsx'

/** Payments as typed: one, or a number of equal ones. */
export type PaymentLine = {
  id: string
  amount: string
  from: string
  every: 'once' | PaymentInterval
  times: string
  inKind: boolean
}
/** Payments that are ticked together, such as those of a season. */
export type PaymentGroup = { title: string | null; payments: readonly ScheduledPayment[] }
/** Amount received before, as typed, by payment. */
export type Ticks = Readonly<Record<string, string>>

export const keyOf = ({ ruleId, number }: Pick<ScheduledPayment, 'ruleId' | 'number'>) => `${ruleId} ${number}`

export function ruleOf(
  { id, amount, from, every, times, inKind }: PaymentLine,
  currency: Currency,
): ReadRule<PaymentRule> {
  const money = parseMoney(amount, currency)
  const schedule =
    every === 'once'
      ? { kind: 'day', day: from }
      : { kind: 'repeated', every, from, times: Number(times), amountIs: 'each' }
  const amountMinor = 'minor' in money ? money.minor : 0
  return readWith(
    paymentRule,
    { id, kind: 'base', title: inKind ? 'In-kind payment' : 'Payment', amountMinor, inKind, schedule },
    { amountMinor: 'problem' in money ? money.problem : undefined },
  )
}

export function paymentsOf(lines: readonly PaymentLine[], currency: Currency): ScheduledPayment[] {
  const rules = lines.flatMap((line) => {
    const read = ruleOf(line, currency)
    return 'rule' in read ? [read.rule] : []
  })
  return expandPayments(rules, { signedOn: null })
}

type ReadTick = { ruleId: string; number: number; amountMinor: number }

/** Amounts of ticked payments; undefined where one is not readable or too large. */
export function receivedOf(
  payments: readonly ScheduledPayment[],
  ticks: Ticks,
  currency: Currency,
): (ReadTick & { problem?: string })[] {
  return payments.flatMap(({ ruleId, number, amountMinor }) => {
    const typed = ticks[keyOf({ ruleId, number })]
    if (typed === undefined) return []
    const money = typed === '' ? { minor: amountMinor } : parseMoney(typed, currency)
    if ('problem' in money) return [{ ruleId, number, amountMinor: 0, problem: money.problem }]
    const isWrong = money.minor <= 0 || money.minor > amountMinor
    const problem = isWrong ? { problem: 'Enter an amount up to that of the payment' } : {}
    return [{ ruleId, number, amountMinor: money.minor, ...problem }]
  })
}

/** Money received before, still to come, and the fee on that. A flat fee is earned with the first money. */
export function totalsOf(
  payments: readonly ScheduledPayment[],
  received: readonly ReadTick[],
  fee: FeeRule | null,
): { receivedMinor: number; expectedMinor: number; feeMinor: number; inKindMinor: number } {
  const sum = (some: readonly { amountMinor: number }[]) => some.reduce((all, one) => all + one.amountMinor, 0)
  const [inKind, money] = [payments.filter((one) => one.inKind), payments.filter((one) => !one.inKind)]
  const keys = new Set(money.map(keyOf))
  const receivedMinor = sum(received.filter((one) => keys.has(keyOf(one))))
  const expectedMinor = sum(money) - receivedMinor
  const flatMinor = fee && 'flatMinor' in fee && receivedMinor === 0 && expectedMinor > 0 ? fee.flatMinor : 0
  const feeMinor = fee && 'rateMillionths' in fee ? shareOf(expectedMinor, fee.rateMillionths) : flatMinor
  return { receivedMinor, expectedMinor, feeMinor, inKindMinor: sum(inKind) }
}
