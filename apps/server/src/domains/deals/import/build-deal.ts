import { randomUUID } from 'node:crypto'
import { contractMoney } from '@sherpa/contracts/contract-years'
import { type Currency, minorDigits } from '@sherpa/contracts/currency'
import { addMonths } from '@sherpa/contracts/days'
import type { ChangedTerms, DealKind, SignedElsewhere } from '@sherpa/contracts/deal'
import type { PayFrequency } from '@sherpa/contracts/deal-import'
import { ownValue } from '@sherpa/contracts/own-value'
import {
  listPaydays,
  type PaydayInterval,
  type PaydaySchedule,
  paydayTemplates,
  splitOver,
} from '@sherpa/contracts/paydays'
import { SIGNING_BONUS } from '@sherpa/contracts/payment-obligations'
import { expandPayments, type PaymentKind, type PaymentRule } from '@sherpa/contracts/payment-schedule'
import { foldName } from '../../../tables/read-text.ts'
import type { DealReading, Pay } from './read-row.ts'

export type GroupRow = { line: number; sheetRow: number; reading: DealReading }
type Years = NonNullable<ChangedTerms['years']>

/** A signed deal of one or more rows, ready to be entered. */
export type ImportedDeal = {
  kind: DealKind
  title: string | undefined
  lead: string | undefined
  currency: Currency
  terms: ChangedTerms
  signedOn: string
  guardian: string | null
  paydays: NonNullable<SignedElsewhere['paydays']>
  received: SignedElsewhere['received']
  totalMinor: number
  receivedMinor: number
}

/** A problem of the rows together. `line`: the row to correct. */
export class RowsProblem extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const labels = {
  kind: 'kind',
  title: 'title',
  signedOn: 'signing date',
  startsOn: 'start',
  endsOn: 'end',
  currency: 'currency',
  fee: 'fee',
  category: 'category',
  businessPurpose: 'business purpose',
  lead: 'lead',
  guardian: 'guardian',
  file: 'contract PDF',
} satisfies Record<keyof DealReading['deal'], string>

const MOST_RULES = 60

/** Builds the deal of some rows. Throws a `RowsProblem` if they cannot be one deal. */
export function buildDeal(rows: readonly GroupRow[], defaults: { kind: DealKind; currency: Currency }): ImportedDeal {
  const [first] = rows
  if (!first) throw new Error('A deal has at least one row.')
  const facts = uniteFacts(rows)
  const { signedOn, startsOn } = facts
  if (!startsOn) throw new RowsProblem(first.line, 'Enter the start date')
  if (!signedOn) throw new RowsProblem(first.line, 'Enter the date on which the contract was signed')
  if (facts.endsOn && facts.endsOn < startsOn) throw new RowsProblem(first.line, 'The end is before the start')
  const currency = facts.currency ?? defaults.currency
  const misread = rows.find(
    ({ reading }) => minorDigits(reading.deal.currency ?? defaults.currency) !== minorDigits(currency),
  )
  if (misread) throw new RowsProblem(misread.line, 'Enter the currency in this row too')
  const hasSeasons = rows.some(({ reading }) => reading.pays.some(({ season }) => season !== undefined))
  const kind = facts.kind ?? (hasSeasons ? 'contract' : defaults.kind)
  if (hasSeasons && kind !== 'contract') throw new RowsProblem(first.line, 'Only contracts have seasons')
  const pay = new PayOfDeal(signedOn, hasSeasons)
  for (const row of rows) pay.add(row)
  if (pay.rules.length === 0 && !pay.years) throw new RowsProblem(first.line, 'Enter the amount')
  const years = contractMoney.safeParse(pay.years ?? null)
  if (pay.years && !years.success)
    throw new RowsProblem(first.line, years.error.issues[0]?.message ?? 'Correct the seasons')
  if (pay.rules.length > MOST_RULES)
    throw new RowsProblem(first.line, `A deal has at most ${MOST_RULES} payments. Use “Paid” and “Number of payments”`)
  return {
    kind,
    title: facts.title,
    lead: facts.lead,
    currency,
    terms: {
      startsOn,
      ...(facts.endsOn && { endsOn: facts.endsOn }),
      currency,
      ...(facts.category && { category: facts.category }),
      ...(facts.businessPurpose && { businessPurpose: facts.businessPurpose }),
      ...(facts.fee && { fee: facts.fee }),
      payments: pay.rules,
      ...(pay.years && { years: pay.years }),
    },
    signedOn,
    guardian: facts.guardian ?? null,
    paydays: pay.paydays,
    received: pay.received,
    totalMinor: pay.totalMinor,
    receivedMinor: pay.received.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  }
}

/** Each row repeats a fact or leaves it empty. */
function uniteFacts(rows: readonly GroupRow[]): DealReading['deal'] {
  const united: Record<string, unknown> = {}
  const source = new Map<string, number>()
  for (const { line, sheetRow, reading } of rows) {
    const isOther = (field: 'athlete' | 'company') =>
      foldName(reading[field]) !== foldName(rows[0]?.reading[field] ?? '')
    if (isOther('athlete') || isOther('company')) {
      throw new RowsProblem(line, 'Rows with the same contract number have another athlete or company')
    }
    for (const [field, value] of Object.entries(reading.deal)) {
      const before = ownValue(united, field)
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(value)) {
        const label = labels[field as keyof typeof labels]
        throw new RowsProblem(line, `Row ${source.get(field)} of the same deal has another ${label}`)
      }
      if (before === undefined) source.set(field, sheetRow)
      if (before === undefined) united[field] = value
    }
  }
  return united as DealReading['deal']
}

type Installment = { ruleId: string; number: number; amountMinor: number; day: string | null }

/** Collects the pay of all rows as payments and contract years, with paydays and what was received. */
class PayOfDeal {
  readonly rules: PaymentRule[] = []
  years: Years | undefined
  readonly paydays: ImportedDeal['paydays'] = []
  readonly received: SignedElsewhere['received'] = []
  totalMinor = 0
  readonly #signedOn: string
  /** A signing bonus beside seasons is part of the contract years. */
  readonly #hasSeasons: boolean

  constructor(signedOn: string, hasSeasons: boolean) {
    this.#signedOn = signedOn
    this.#hasSeasons = hasSeasons
  }

  add(row: GroupRow) {
    const { line, reading } = row
    const installments = reading.pays.flatMap((pay) => {
      this.totalMinor += pay.minor
      const ofPay =
        pay.season !== undefined || (pay.kind === 'signing-bonus' && this.#hasSeasons)
          ? this.#addSeasonPay(line, pay)
          : this.#addPayments(line, pay)
      return this.#receive(row, ofPay, pay.receivedMinor)
    })
    this.#receive(row, installments, reading.receivedMinor)
  }

  #addSeasonPay(line: number, pay: Pay): Installment[] {
    const years = this.years ?? { signingBonusMinor: 0, years: [] }
    this.years = years
    const ruleId = this.#claimSeasonPay(line, years, pay)
    const schedule = scheduleOf(line, pay)
    if (!schedule) {
      const day = ruleId === SIGNING_BONUS ? this.#signedOn : null
      return [{ ruleId, number: 1, amountMinor: pay.minor, day }]
    }
    this.paydays.push({ ruleId, schedule })
    return schedule.installments.map(({ day, amountMinor }, index) => ({ ruleId, number: index + 1, amountMinor, day }))
  }

  #claimSeasonPay(line: number, years: Years, { kind, season = 0, minor, guaranteedMinor = 0 }: Pay) {
    if (kind === 'signing-bonus') {
      if (years.signingBonusMinor > 0) throw new RowsProblem(line, 'The signing bonus is there twice')
      years.signingBonusMinor = minor
      return SIGNING_BONUS
    }
    let year = years.years.find((one) => one.season === season)
    if (!year) {
      const empty = { baseMinor: 0, rosterBonusMinor: 0, otherBonusMinor: 0, guaranteedMinor: 0, option: null }
      year = { season, ...empty }
      years.years.push(year)
      years.years.sort((a, b) => a.season - b.season)
    }
    const [field, rule] = ownValue(seasonPay, kind) ?? seasonPay.base
    if (year[field] > 0) throw new RowsProblem(line, `The ${season} season has this pay twice`)
    year[field] = minor
    year.guaranteedMinor += guaranteedMinor
    if (guaranteedMinor > minor) throw new RowsProblem(line, 'More is guaranteed than is paid')
    return `${rule}-${season}`
  }

  #addPayments(line: number, pay: Pay): Installment[] {
    const rules = rulesOf(line, pay, this.rules.length)
    this.rules.push(...rules)
    return expandPayments(rules, { signedOn: this.#signedOn }).map(({ ruleId, number, amountMinor, day }) => ({
      ruleId,
      number,
      amountMinor,
      day,
    }))
  }

  /** The earliest payments were received first. Returns what is still open of each. */
  #receive({ line, reading: { receivedOn } }: GroupRow, installments: Installment[], receivedMinor = 0): Installment[] {
    let left = receivedMinor
    const open = installments.toSorted(byDay).map((installment) => {
      const part = Math.min(left, installment.amountMinor)
      left -= part
      if (part > 0) this.#book(installment, part, receivedOn)
      return { ...installment, amountMinor: installment.amountMinor - part }
    })
    if (left > 0) throw new RowsProblem(line, 'More was received than the payments of this row')
    return open
  }

  /** A payment is received once, with the sum of its parts. */
  #book({ ruleId, number }: Installment, part: number, receivedOn: string | undefined) {
    const known = this.received.find((one) => one.ruleId === ruleId && one.number === number)
    if (known) known.amountMinor += part
    else this.received.push({ ruleId, number, amountMinor: part, ...(receivedOn && { receivedOn }) })
  }
}

const seasonPay: Record<string, ['baseMinor' | 'rosterBonusMinor' | 'otherBonusMinor', string]> & {
  base: ['baseMinor', string]
} = {
  base: ['baseMinor', 'base'],
  royalty: ['otherBonusMinor', 'other'],
  'roster-bonus': ['rosterBonusMinor', 'roster'],
  incentive: ['otherBonusMinor', 'other'],
}

const byDay = (a: Installment, b: Installment) => {
  const [one, other] = [a.day ?? '~', b.day ?? '~']
  return one < other ? -1 : one > other ? 1 : 0
}

const titles: Record<PaymentKind, string> = {
  base: 'Payment',
  'signing-bonus': 'Signing bonus',
  'roster-bonus': 'Roster bonus',
  incentive: 'Bonus',
  royalty: 'Royalty',
}
const intervals = { month: 'month', quarter: 'quarter', year: 'year' } as const

/** Payments outside of seasons. */
function rulesOf(line: number, pay: Pay, before: number): PaymentRule[] {
  const { kind, minor, due, paid = 'once', times } = pay
  const rule = (amountMinor: number, schedule: PaymentRule['schedule'], title: string): PaymentRule => ({
    id: randomUUID(),
    kind,
    title,
    amountMinor,
    inKind: false,
    schedule,
  })
  const title = pay.title ?? (before > 0 ? `${titles[kind]} ${before + 1}` : titles[kind])
  if (paid === 'once' && (times ?? 1) > 1) throw new RowsProblem(line, 'Enter in “Paid” how often it is paid')
  if (paid === 'once') {
    return [
      rule(minor, due ? { kind: 'day', day: due } : { kind: 'signing', offset: { amount: 0, unit: 'days' } }, title),
    ]
  }
  if (!due) throw new RowsProblem(line, 'Enter the day of the first payment')
  const every = intervals[paid as keyof typeof intervals]
  if (every) {
    if (!times) throw new RowsProblem(line, 'Enter the number of payments')
    return [rule(minor, { kind: 'repeated', every, from: due, times, amountIs: 'total' }, title)]
  }
  const { days } = daysOf(line, paid, due, times, undefined)
  return splitOver(days, minor).map(({ day, amountMinor }, index) =>
    rule(amountMinor, { kind: 'day', day }, `${title} (${index + 1} of ${days.length})`),
  )
}

/** Paydays of a season. Without a day or frequency it has none yet. */
function scheduleOf(line: number, { season, minor, due, paid, times }: Pay): PaydaySchedule | undefined {
  if (!due && !paid) {
    if (times) throw new RowsProblem(line, 'Enter the day of the first payment')
    return undefined
  }
  const { template, days } = daysOf(line, paid ?? 'once', due, times, season)
  if (minor < days.length) throw new RowsProblem(line, 'The amount is too small for so many payments')
  return { template, installments: splitOver(days, minor) }
}

const leagues = { nfl: 'nfl', nba: 'nba', mlb: 'mlb' } as const
const paydayIntervals: Partial<Record<PayFrequency, PaydayInterval>> = {
  week: 'week',
  'two-weeks': 'two-weeks',
  'semi-monthly': 'first-and-fifteenth',
  month: 'month',
}
const usualTimes: Partial<Record<PayFrequency, number>> = {
  month: 12,
  'semi-monthly': 24,
  quarter: 4,
  year: 1,
  once: 1,
}
const MOST_DAYS = 60

function daysOf(
  line: number,
  paid: PayFrequency,
  due: string | undefined,
  times: number | undefined,
  season: number | undefined,
): { template: PaydaySchedule['template']; days: string[] } {
  const league = leagues[paid as keyof typeof leagues]
  const template = league && paydayTemplates[league]
  const first = due ?? (season === undefined ? null : (template?.firstDay(season) ?? null))
  if (!first) throw new RowsProblem(line, 'Enter the day of the first payment')
  const count = times ?? template?.times ?? usualTimes[paid]
  if (!count) throw new RowsProblem(line, 'Enter the number of payments')
  if (count > MOST_DAYS) throw new RowsProblem(line, `Enter at most ${MOST_DAYS} payments`)
  if (template) return { template: league, days: listPaydays(template.every, first, count) }
  const every = paydayIntervals[paid]
  if (every) return { template: paid === 'month' ? 'monthly' : 'own', days: listPaydays(every, first, count) }
  const months = paid === 'quarter' ? 3 : 12
  const days = Array.from({ length: count }, (_, index) => addMonths(first, index * months))
  return { template: 'own', days }
}
