import type { Currency } from '@sherpa/contracts/currency'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import {
  detailsOfPayment,
  dueInWords,
  expandPayments,
  type PaymentRule,
  paymentKinds,
  type ScheduledPayment,
} from '@sherpa/contracts/payment-schedule'
import { calendarDay, shortCalendarDay } from '../../../data/moments.tsx'
import { moneyInWords } from '../../../data/money.ts'
import { PaymentStateBadge } from '../../finances/payment-columns.tsx'

/** Expands payment rules. Conditional amounts are never part of the total. */
export function PaymentTable({
  rules,
  currency,
  signedOn,
  actual = [],
  isInForce = false,
}: {
  rules: readonly PaymentRule[]
  currency: Currency
  signedOn: string | null
  /** Payments of the signed deal. */
  actual?: readonly PaymentRow[]
  /** Dates and amounts then come from the actual payments. */
  isInForce?: boolean
}) {
  // Same format as in the payment list.
  const inWords = actual.length > 0 ? shortCalendarDay : calendarDay
  const actualByKey = new Map(actual.map((one) => [keyOf(one), one]))
  const payments = expandPayments(rules, { signedOn }).map((payment) => {
    const found = isInForce && actualByKey.get(keyOf(payment))
    return found ? { ...payment, day: found.dueOn, amountMinor: found.amountMinor } : payment
  })
  const remaining = payments.filter((payment) => !isInForce || actualByKey.get(keyOf(payment))?.state !== 'canceled')
  const totals = totalsOf(remaining)
  const hasCanceled = remaining.length < payments.length
  // Otherwise the status says it.
  const hasPartial = actual.some(
    ({ receivedMinor, amountMinor }) => receivedMinor !== 0 && receivedMinor !== amountMinor,
  )
  return (
    <>
      <table className="deal-table two-lines">
        <thead>
          <tr>
            <th scope="col">{actual.length > 0 ? 'Due' : 'Date'}</th>
            <th scope="col">Payment</th>
            {actual.length > 0 && <th scope="col">Status</th>}
            {hasPartial && (
              <th scope="col" className="figure @max-[34rem]:hidden">
                Received
              </th>
            )}
            <th scope="col" className="figure">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr key={keyOf(payment)}>
              <td className="second-line text-grey tabular-nums">
                {actual.length > 0 && payment.day && <span className="@min-[34rem]:hidden">Due </span>}
                {dueInWords(payment, inWords)}
              </td>
              <td className="first-line font-medium text-ink">
                {payment.title}
                {[...kindOf(payment), ...detailsOfPayment(payment)].map((detail) => (
                  <span key={detail} className="block text-xs font-normal text-grey">
                    {detail}
                  </span>
                ))}
              </td>
              {actual.length > 0 && <StatusCells payment={actualByKey.get(keyOf(payment))} hasPartial={hasPartial} />}
              <td className="figure first-line font-medium text-ink">{moneyInWords(payment.amountMinor, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="flex flex-wrap justify-end gap-x-6 gap-y-1 pt-3 text-sm">
        <Total
          name={hasCanceled ? 'Total without canceled' : 'Total'}
          minor={totals.unconditional}
          currency={currency}
        />
        {totals.inKind > 0 && <Total name="In kind" minor={totals.inKind} currency={currency} />}
        {totals.conditional > 0 && <Total name="Conditional" minor={totals.conditional} currency={currency} />}
      </dl>
    </>
  )
}

const keyOf = ({ ruleId, number }: { ruleId: string; number: number }) => `${ruleId} ${number}`

/** Unless the title says it: "Signing payment" is the signing bonus. */
function kindOf({ kind, title }: ScheduledPayment) {
  const name = paymentKinds[kind]
  const [word = ''] = name.toLowerCase().split(' ')
  return kind === 'base' || title.toLowerCase().includes(word) ? [] : [name]
}

/** Empty for payments of an unsigned version. */
function StatusCells({ payment, hasPartial }: { payment: PaymentRow | undefined; hasPartial: boolean }) {
  return (
    <>
      <td className="second-line">{payment && <PaymentStateBadge payment={payment} />}</td>
      {hasPartial && (
        <td className="figure text-slate @max-[34rem]:hidden">
          {payment && payment.receivedMinor !== 0 && moneyInWords(payment.receivedMinor, payment.currency)}
        </td>
      )}
    </>
  )
}

function Total({ name, minor, currency }: { name: string; minor: number; currency: Currency }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-grey">{name}</dt>
      <dd className="font-semibold text-ink tabular-nums">{moneyInWords(minor, currency)}</dd>
    </div>
  )
}

function totalsOf(payments: readonly ScheduledPayment[]) {
  const sum = (some: (payment: ScheduledPayment) => boolean) =>
    payments.filter(some).reduce((total, { amountMinor }) => total + amountMinor, 0)
  return {
    unconditional: sum(({ condition }) => condition === null),
    inKind: sum(({ condition, inKind }) => condition === null && inKind),
    conditional: sum(({ condition }) => condition !== null),
  }
}
