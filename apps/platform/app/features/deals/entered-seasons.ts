import { type ContractMoney, contractMoney } from '@sherpa/contracts/contract-years'
import type { Currency } from '@sherpa/contracts/currency'
import { type NewPaydays, paydaySchedule } from '@sherpa/contracts/paydays'
import {
  installmentsOf,
  isSeasonPay,
  type PaymentObligation,
  paymentObligations,
} from '@sherpa/contracts/payment-obligations'
import type { PaymentGroup } from './entered-payments.ts'
import { errorsOfPlan, noPaydays, type PaydayPlan, planInSeason, typedSchedule } from './payday-plan.ts'
import { amountOrNothing, type YearDraft, yearOf } from './year-fields.tsx'

/** Seasons of a contract as typed, and when they are paid. */
export type SeasonsDraft = {
  signingBonus: string
  years: YearDraft[]
  /** Paydays of the first season, which the others follow. */
  plan: PaydayPlan
  /** Paydays of single payments that differ, by rule. */
  plans: Readonly<Record<string, PaydayPlan>>
}

export const noSeasons: SeasonsDraft = { signingBonus: '', years: [], plan: noPaydays, plans: {} }

export type SeasonPay = Pick<PaymentObligation, 'ruleId' | 'title' | 'amountMinor'> & {
  season: number | null
  plan: PaydayPlan
  /** As one of the tickable payments below. */
  group: PaymentGroup
}

export type ReadSeasons = {
  money: ContractMoney | null
  pay: SeasonPay[]
  /** Payments of option years, which have no paydays until the option is decided. */
  undecided: number
  paydays: NewPaydays
  problem: string | undefined
}

/** Money, paydays and payments of the typed seasons. */
export function readSeasons(draft: SeasonsDraft, currency: Currency, signedOn: string | null): ReadSeasons {
  const bonus = amountOrNothing(draft.signingBonus, currency)
  const years = draft.years.map((year) => yearOf(year, currency))
  const rules = years.flatMap((year) => ('rule' in year ? [year.rule] : []))
  const read = contractMoney.safeParse({ signingBonusMinor: 'minor' in bonus ? bonus.minor : 0, years: rules })
  if (!read.success) {
    const problem = rules.length < years.length ? CHECK_SEASONS : (read.error.issues[0]?.message ?? CHECK_SEASONS)
    return { money: null, pay: [], undecided: 0, paydays: [], problem }
  }
  const money = read.data
  const first = money.years[0]?.season ?? 0
  const obligations = paymentObligations({ payments: [], years: money }, () => signedOn).filter(isSeasonPay)
  const decided = obligations.filter(({ condition }) => condition === null)
  const paydays: NewPaydays = []
  const pay = decided.map((one): SeasonPay => {
    const { ruleId, title, amountMinor, due } = one
    const season = due.kind === 'season' ? due.season : null
    const plan =
      draft.plans[ruleId] ?? (isBase(one) ? planInSeason(draft.plan, { from: first, to: season ?? first }) : noPaydays)
    const schedule = paydaySchedule.safeParse(typedSchedule(plan, amountMinor, currency))
    if (schedule.success) paydays.push({ ruleId, schedule: schedule.data })
    const group = { title, payments: installmentsOf(one, [], schedule.data) }
    return { ruleId, title, amountMinor, season, plan, group }
  })
  const wrong = pay.find(({ plan, amountMinor }) => errorsOfPlan(plan, amountMinor, currency).size > 0)
  const problem =
    'problem' in bonus
      ? `Signing bonus: ${bonus.problem}`
      : rules.length < years.length
        ? CHECK_SEASONS
        : wrong && `Check the paydays of ${wrong.title}`
  return { money, pay, undecided: obligations.length - decided.length, paydays, problem }
}

const CHECK_SEASONS = 'Check the seasons: each needs a year and amounts'

export const isBase = ({ ruleId }: Pick<PaymentObligation, 'ruleId'>) => ruleId.startsWith('base-')
