import { optionHolders } from './contract-years.ts'
import type { DealTerms } from './deal.ts'
import { coverReceived, type PaydaySchedule, sharesOf } from './paydays.ts'
import { expandPayments, type ScheduledPayment } from './payment-schedule.ts'

export const SIGNING_BONUS = 'signing-bonus'

/** A payment due under a signed version. */
export type PaymentObligation = ScheduledPayment & {
  /** Stays owed when the deal is terminated. */
  guaranteedMinor: number
}

/**
 * Expands the terms into single payments, including the years of a playing contract. An option year is paid if the
 * option is exercised, its buyout if it is declined.
 */
export function paymentObligations(
  { payments, years }: Pick<DealTerms, 'payments' | 'years'>,
  /** Signing day by rule id; an amended clause counts from the amendment. */
  signedOn: (rule: string) => string | null = () => null,
): PaymentObligation[] {
  const scheduled = expandPayments(payments, { signedOn }).map((payment) => ({ ...payment, guaranteedMinor: 0 }))
  if (!years) return scheduled
  return [...scheduled, ...expandSigningBonus(years, signedOn(SIGNING_BONUS)), ...years.years.flatMap(expandSeason)]
}

type Years = NonNullable<DealTerms['years']>

function expandSigningBonus({ signingBonusMinor }: Years, signedOn: string | null): PaymentObligation[] {
  if (signingBonusMinor === 0) return []
  const bonus = toObligation(SIGNING_BONUS, 'Signing bonus', 'signing-bonus', signingBonusMinor, {
    kind: 'signing',
    offset: { amount: 0, unit: 'days' },
  })
  return [{ ...bonus, day: signedOn, guaranteedMinor: signingBonusMinor }]
}

function expandSeason(year: Years['years'][number]): PaymentObligation[] {
  const { season, option } = year
  const holder = option && optionHolders[option.holder]
  const due = { kind: 'season', season, option: option?.holder ?? null } as const
  let guaranteed = year.guaranteedMinor
  const salary = [
    toObligation(`base-${season}`, `${season} base`, 'base', year.baseMinor, due),
    toObligation(`roster-${season}`, `${season} roster bonus`, 'roster-bonus', year.rosterBonusMinor, due),
    toObligation(`other-${season}`, `${season} bonus`, 'incentive', year.otherBonusMinor, due),
  ].map((payment) => {
    const guaranteedMinor = Math.min(guaranteed, payment.amountMinor)
    guaranteed -= guaranteedMinor
    return { ...payment, condition: holder, guaranteedMinor }
  })
  const buyout = option && {
    ...toObligation(`buyout-${season}`, `${season} option buyout`, 'base', option.buyoutMinor, {
      ...due,
      isBuyout: true,
    }),
    condition: option.holder === 'vesting' ? 'Vesting option not vested' : `${holder} declined`,
  }
  return [...salary, ...(buyout ? [buyout] : [])].filter(({ amountMinor }) => amountMinor > 0)
}

function toObligation(
  ruleId: string,
  title: string,
  kind: ScheduledPayment['kind'],
  amountMinor: number,
  due: ScheduledPayment['due'],
): PaymentObligation {
  const payment = { ruleId, number: 1, due, day: null, condition: null, amountMinor, kind, title, inKind: false }
  return { ...payment, guaranteedMinor: 0 }
}

/** A payment that was written before. */
type Written = { position: number; due_on: string | null; received_minor: string }

/** Pay of contract seasons, whose terms name no days. */
export const isSeasonPay = ({ ruleId, due }: Pick<PaymentObligation, 'ruleId' | 'due'>) =>
  due.kind === 'season' || ruleId === SIGNING_BONUS

/**
 * Splits the pay of a season over its paydays. Receipts stay with their payment, also with those of a former schedule,
 * and the amounts always add up. The guarantee covers the earliest installments.
 */
export function installmentsOf(
  obligation: PaymentObligation,
  written: readonly Written[],
  schedule: PaydaySchedule | undefined,
): PaymentObligation[] {
  const received: number[] = []
  for (const { position, received_minor } of written) received[position - 1] = Number(received_minor)
  const shares = schedule ? sharesOf(schedule, obligation.amountMinor) : [obligation.amountMinor]
  const lastReceived = received.findLastIndex((minor) => minor > 0)
  while (shares.length <= lastReceived) shares.push(0)
  let guaranteed = obligation.guaranteedMinor
  return coverReceived(shares, received).flatMap((amountMinor, index) => {
    if (amountMinor === 0 && !received[index]) return []
    const guaranteedMinor = Math.min(guaranteed, amountMinor)
    guaranteed -= guaranteedMinor
    const number = index + 1
    const former = written.find(({ position }) => position === number)
    const payday = schedule?.installments[index]?.day
    const day = payday ?? (index === 0 ? obligation.day : (former?.due_on ?? null))
    const times = schedule?.installments.length ?? 1
    const title = payday && times > 1 ? `${obligation.title} (${number} of ${times})` : obligation.title
    return [{ ...obligation, number, day, title, amountMinor, guaranteedMinor }]
  })
}

/** Payments of a contract before any money came, split over its paydays. */
export function unpaidObligations(
  terms: Pick<DealTerms, 'payments' | 'years'>,
  signedOn: string | null,
  paydays: ReadonlyMap<string, PaydaySchedule>,
): PaymentObligation[] {
  return paymentObligations(terms, () => signedOn).flatMap((obligation) =>
    isSeasonPay(obligation) ? installmentsOf(obligation, [], paydays.get(obligation.ruleId)) : [obligation],
  )
}
