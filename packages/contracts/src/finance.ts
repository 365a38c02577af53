import * as z from 'zod/mini'
import { currency, sumMinor as minor } from './currency.ts'
import { addMonths } from './days.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { allAccounts, allAgingBands, allIncomeClasses, type EntryCause, entryCauses } from './money.ts'
import { sportIds } from './sports.ts'
import { boundedString } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const titled = z.object({ id: z.uuid(), title: z.string() })
const when = z.iso.datetime()
export const counted = z.object({ minor, count: z.int() })
export type Counted = z.infer<typeof counted>

/** Such as 2026-07. */
const month = boundedString(7, 'Enter a month such as 2026-07').check(
  z.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-07'),
)
/** From the first day of one month to the last day of another. */
export type Span = { from: string; until: string }

/** Enough for planning, and still readable by month. */
const MOST_MONTHS = 60

const spanFilters = {
  from: z.optional(month),
  /** The last month. */
  until: z.optional(month),
}
type AskedSpan = { from?: string | undefined; until?: string | undefined }
const isSpan = z.refine<AskedSpan>(
  ({ from, until }) => {
    if (from === undefined || until === undefined) return from === until
    return from <= until && until < monthAfter(from, MOST_MONTHS)
  },
  { error: `Enter a start and an end month, at most ${MOST_MONTHS} months apart`, path: ['until'] },
)

export function monthAfter(month: string, months: number): string {
  return addMonths(`${month}-01`, months).slice(0, 7)
}

export function monthsOf({ from, until }: Span): string[] {
  const months = [from]
  while ((months.at(-1) ?? until) < until) months.push(monthAfter(months.at(-1) ?? from, 1))
  return months
}

/** The fiscal year of a day. */
export function fiscalYearOf(day: string, fiscalMonth: number): Span {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const begun = month < fiscalMonth ? year - 1 : year
  const from = `${begun}-${String(fiscalMonth).padStart(2, '0')}`
  return { from, until: monthAfter(from, 11) }
}

/** Defaults: the current fiscal year and the organization's currency. */
export const overviewQuery = z.strictObject({ ...spanFilters, currency: z.optional(currency) }).check(isSpan)
export type OverviewQuery = z.infer<typeof overviewQuery>

/** One currency. Received, expected and overdue money are never added together. */
export const financeOverview = z.object({
  readAt: when,
  /** In the organization's time zone. */
  today: z.string(),
  fiscalMonth: z.int(),
  from: month,
  until: month,
  currency,
  /** All currencies in use. Nothing is converted. */
  currencies: z.array(currency),
  /** Whether anything is booked or open, in any month and currency. */
  inUse: z.boolean(),
  /** Limited to the caller's athletes. */
  narrowed: z.boolean(),
  /** Paid to athletes by payors, counted in ledger entries, reversals included. */
  received: counted,
  /** In-kind value: never part of received money. */
  inKind: counted,
  /** Open, and due from today to the end of the span. */
  expected: counted,
  /** Open, without a due date. */
  undated: counted,
  /** Open and conditional. */
  conditional: counted,
  /** Open and due before today. */
  late: counted,
  /** Of the oldest late payment; 0 if there is none. */
  oldestLateDays: z.int(),
  aging: z.array(z.object({ band: z.enum(allAgingBands), minor, count: z.int() })),
  feesMinor: minor,
  /** Unrecoverable expenses. */
  expensesMinor: minor,
  /** Athlete pay; null if there is none. */
  outgoing: z.nullable(z.object({ paidMinor: minor, due: counted, late: counted })),
  months: z.array(
    z.object({ month, receivedMinor: minor, expectedMinor: minor, feesMinor: minor, expensesMinor: minor }),
  ),
  sources: z.array(
    z.object({ income: z.enum(allIncomeClasses), receivedMinor: minor, expectedMinor: minor, feesMinor: minor }),
  ),
})
export type FinanceOverview = z.infer<typeof financeOverview>

/** The agent of a deal is its lead. */
export const breakdowns = { sport: 'Sport', athlete: 'Athlete', deal: 'Deal', agent: 'Agent' } as const
export type Breakdown = keyof typeof breakdowns
/** Return: fees earned minus costs. */
const breakdownSorts = ['received', 'expected', 'fees', 'return'] as const
export const BREAKDOWN_ROWS = 25

export const breakdownQuery = z
  .strictObject({
    ...spanFilters,
    currency: z.optional(currency),
    by: z.enum(Object.keys(breakdowns) as Breakdown[]),
    sort: z.optional(z.enum(breakdownSorts)),
  })
  .check(isSpan)
export type BreakdownQuery = z.infer<typeof breakdownQuery>

/** Unrecoverable expenses, unrecouped expenses of the span, and athlete pay. */
const costs = { expensesMinor: minor, unrecoupedMinor: minor, athletePayMinor: minor }

const figures = {
  /** Total of the span's unconditional payments. Null where it is not computed. */
  promisedMinor: z.nullable(minor),
  receivedMinor: minor,
  expectedMinor: minor,
  /** Due in the span. */
  lateMinor: minor,
  feesMinor: minor,
  ...costs,
}
export const breakdownAnswer = z.object({
  rows: z.array(
    z.object({
      /** Null: without a sport, athlete, deal or agent. */
      id: z.nullable(z.string()),
      name: z.nullable(z.string()),
      /** The deal's athlete. */
      athlete: z.nullable(z.string()),
      ...figures,
    }),
  ),
  /** Total of all, including rows not listed. */
  all: z.object({ count: z.int(), ...figures }),
})
export type BreakdownAnswer = z.infer<typeof breakdownAnswer>

/** All-time figures of a deal or athlete in one currency. */
const moneySum = z.object({
  currency,
  promisedMinor: minor,
  conditionalMinor: minor,
  receivedMinor: minor,
  /** In the current fiscal year. */
  receivedThisYearMinor: minor,
  /** In-kind value, apart from money. */
  inKindMinor: minor,
  /** Open and not overdue, with or without a date. */
  expectedMinor: minor,
  lateMinor: minor,
  feesMinor: minor,
  /** Athlete pay; null if there is none. */
  outgoing: z.nullable(z.object({ promisedMinor: minor, paidMinor: minor, lateMinor: minor })),
  /** Null for athletes. */
  costs: z.nullable(z.object(costs)),
})
export type MoneySum = z.infer<typeof moneySum>
export const moneyOf = z.object({ readAt: when, sums: z.array(moneySum) })
export const moneyOfCompany = z.extend(moneyOf, {
  /** Average days from due to received; negative: early. Null before the first dated payment. */
  paysAfterDays: z.nullable(z.int()),
})

export const moneyByDealQuery = z.strictObject({ deals: severalOf(uuid) })
/** A row per deal and currency. */
export const moneyByDeal = z.object({
  rows: z.array(z.object({ deal: z.uuid(), currency, receivedMinor: minor, expectedMinor: minor, lateMinor: minor })),
})
export type MoneyByDeal = z.infer<typeof moneyByDeal>

const NONE = 'none'
const idOrNone = z.union([uuid, z.literal(NONE)])

const ledgerFilters = {
  ...spanFilters,
  account: z.optional(z.enum(allAccounts)),
  currency: z.optional(currency),
  income: z.optional(z.enum(allIncomeClasses)),
  cause: z.optional(z.enum(Object.keys(entryCauses) as EntryCause[])),
  athlete: z.optional(idOrNone),
  deal: z.optional(idOrNone),
  sport: z.optional(z.enum([...sportIds, NONE])),
  /** The lead of the deal. */
  agent: z.optional(idOrNone),
}
/** Entries count in the month they post to. */
export const ledgerQuery = listQuery(['day'], ledgerFilters)
export type LedgerQuery = z.infer<typeof ledgerQuery>
export const ledgerSumQuery = z.strictObject(ledgerFilters)
export type LedgerFilters = z.infer<typeof ledgerSumQuery>

export const entryRow = z.object({
  id: z.uuid(),
  cause: z.enum(Object.keys(entryCauses) as EntryCause[]),
  occurredOn: z.string(),
  /** Later than the event if its month was closed. */
  postedOn: z.string(),
  bookedAt: when,
  bookedBy: z.nullable(someone),
  note: z.nullable(z.string()),
  /** The entry that this one reverses. */
  reverses: z.nullable(z.uuid()),
  /** The entry that reverses this one. */
  reversedBy: z.nullable(z.uuid()),
  of: z.object({
    kind: z.enum(['receipt', 'invoice', 'expense', 'payout', 'payment']),
    id: z.uuid(),
    title: z.string(),
  }),
  lines: z.array(
    z.object({
      account: z.enum(allAccounts),
      currency,
      /** Debits are positive, credits negative. */
      amountMinor: minor,
      athlete: z.nullable(someone),
      deal: z.nullable(titled),
      income: z.nullable(z.enum(allIncomeClasses)),
      /** On the account of the query. */
      counts: z.boolean(),
    }),
  ),
})
export type EntryRow = z.infer<typeof entryRow>
export const ledgerPage = listPage(entryRow)

/** Totals by currency. Null without an account: entries always balance to zero. */
export const ledgerSum = z.object({ sums: z.nullable(z.array(z.object({ currency, minor }))) })

/** Steps to the first payment. */
export const setupProgress = z.object({
  hasDeal: z.boolean(),
  hasSignedDeal: z.boolean(),
  hasPayment: z.boolean(),
  /** The newest deal that is not signed yet. */
  openDeal: z.nullable(z.uuid()),
})
export type SetupProgress = z.infer<typeof setupProgress>
