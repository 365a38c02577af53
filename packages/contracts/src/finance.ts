import * as z from 'zod/mini'
import { currency, sumMinor as minor } from './currency.ts'
import { addMonths } from './days.ts'
import { listPage, listQuery } from './list.ts'
import { allAccounts, allAgingBands, allIncomeClasses, type EntryCause, entryCauses } from './money.ts'
import { sportIds } from './sports.ts'
import { boundedString } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const titled = z.object({ id: z.uuid(), title: z.string() })
const when = z.iso.datetime()
/** How much it is, and of how many payments. */
const counted = z.object({ minor, count: z.int() })
export type Counted = z.infer<typeof counted>

/** A month of the books, such as 2026-07. */
const month = boundedString(7, 'Enter a month such as 2026-07').check(
  z.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-07'),
)
/** From the first day of one month to the last day of another. */
export type Span = { from: string; until: string }

/** Longer than anyone plans ahead, and short enough to be shown month by month. */
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
  { error: `Enter two months, the first one first, at most ${MOST_MONTHS} months in all`, path: ['until'] },
)

/** So many months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  return addMonths(`${month}-01`, months).slice(0, 7)
}

/** Every month of a span. */
export function monthsOf({ from, until }: Span): string[] {
  const months = [from]
  while ((months.at(-1) ?? until) < until) months.push(monthAfter(months.at(-1) ?? from, 1))
  return months
}

/** The twelve months, from the first of the organization's year, in which a day is. */
export function fiscalYearOf(day: string, fiscalMonth: number): Span {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const begun = month < fiscalMonth ? year - 1 : year
  const from = `${begun}-${String(fiscalMonth).padStart(2, '0')}`
  return { from, until: monthAfter(from, 11) }
}

/** Without a span it is the fiscal year of today, and without a currency the organization's own. */
export const overviewQuery = z.strictObject({ ...spanFilters, currency: z.optional(currency) }).check(isSpan)
export type OverviewQuery = z.infer<typeof overviewQuery>

/** The money of an organization in one currency: what came, what is expected and what is late are never added to each other. */
export const financeOverview = z.object({
  readAt: when,
  /** In the organization's time zone. */
  today: z.string(),
  fiscalMonth: z.int(),
  from: month,
  until: month,
  currency,
  /** All that money is booked or expected in. Nothing is converted. */
  currencies: z.array(currency),
  /** Only of the athletes whom the caller sees. */
  narrowed: z.boolean(),
  /** What payors paid to athletes, and in how many entries of the ledger: one that takes another back is one more. */
  received: counted,
  /** The value of what athletes received in kind: never a part of what was received. */
  inKind: counted,
  /** Open, and due from today to the end of the span. */
  expected: counted,
  /** Open, with no day on which it is due. */
  undated: counted,
  /** Open, and due only if a condition is met, whenever that may be. */
  conditional: counted,
  /** Open, and due before today, whenever that was. */
  late: counted,
  aging: z.array(z.object({ band: z.enum(allAgingBands), minor, count: z.int() })),
  feesMinor: minor,
  /** What the organization spent and does not get back from athletes. */
  expensesMinor: minor,
  /** What the organization itself pays to athletes; null if it does not. */
  outgoing: z.nullable(z.object({ paidMinor: minor, due: counted, late: counted })),
  months: z.array(
    z.object({ month, receivedMinor: minor, expectedMinor: minor, feesMinor: minor, expensesMinor: minor }),
  ),
  sources: z.array(
    z.object({ income: z.enum(allIncomeClasses), receivedMinor: minor, expectedMinor: minor, feesMinor: minor }),
  ),
})
export type FinanceOverview = z.infer<typeof financeOverview>

/** By what money is broken down. The agent of a deal is its lead. */
export const breakdowns = { sport: 'Sport', athlete: 'Athlete', deal: 'Deal', agent: 'Agent' } as const
export type Breakdown = keyof typeof breakdowns
/** What the largest are found by. Return is fees earned less costs. */
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

/** Expenses that stay with the organization, those of the span that athletes still have to give back, and what it pays to athletes itself. */
const costs = { expensesMinor: minor, notBackMinor: minor, athletePayMinor: minor }

const figures = {
  /** What payments of the span add up to, so far as they do not depend on a condition. Null where it is not told. */
  promisedMinor: z.nullable(minor),
  receivedMinor: minor,
  expectedMinor: minor,
  /** Of what was due in the span. */
  lateMinor: minor,
  feesMinor: minor,
  ...costs,
}
export const breakdownAnswer = z.object({
  rows: z.array(
    z.object({
      /** Of the sport, athlete, deal or agent; null for what has none. */
      id: z.nullable(z.string()),
      name: z.nullable(z.string()),
      /** Whose deal it is. */
      athlete: z.nullable(z.string()),
      ...figures,
    }),
  ),
  /** Of all, also of those that are not among the rows. */
  all: z.object({ count: z.int(), ...figures }),
})
export type BreakdownAnswer = z.infer<typeof breakdownAnswer>

/** Of one deal or one athlete, in one currency, since the beginning. */
const moneySum = z.object({
  currency,
  promisedMinor: minor,
  conditionalMinor: minor,
  receivedMinor: minor,
  /** Received in kind, at its value: apart from money. */
  inKindMinor: minor,
  /** Open and not late, with or without a day. */
  expectedMinor: minor,
  lateMinor: minor,
  feesMinor: minor,
  /** What the organization itself pays to the athlete; null if it does not. */
  outgoing: z.nullable(z.object({ promisedMinor: minor, paidMinor: minor, lateMinor: minor })),
  /** Null for athletes. */
  costs: z.nullable(z.object(costs)),
})
export type MoneySum = z.infer<typeof moneySum>
export const moneyOf = z.object({ readAt: when, sums: z.array(moneySum) })

export const latePayments = z.object({ late: z.array(z.object({ currency, minor, count: z.int() })) })

/** What has none: no sport, no deal. */
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
/** The entries that a figure is made of. They count in the month of the books. */
export const ledgerQuery = listQuery(['day'], ledgerFilters)
export type LedgerQuery = z.infer<typeof ledgerQuery>
export const ledgerSumQuery = z.strictObject(ledgerFilters)
export type LedgerFilters = z.infer<typeof ledgerSumQuery>

export const entryRow = z.object({
  id: z.uuid(),
  cause: z.enum(Object.keys(entryCauses) as EntryCause[]),
  occurredOn: z.string(),
  /** The day on which it counts: a later one, if the books of the month were closed already. */
  postedOn: z.string(),
  bookedAt: when,
  bookedBy: z.nullable(someone),
  note: z.nullable(z.string()),
  /** The entry that this one takes back. */
  reverses: z.nullable(z.uuid()),
  /** The entry that takes this one back. */
  reversedBy: z.nullable(z.uuid()),
  /** The record that caused it. */
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
      /** It is of the account that was asked for. */
      counts: z.boolean(),
    }),
  ),
})
export type EntryRow = z.infer<typeof entryRow>
export const ledgerPage = listPage(entryRow)

/** What all entries of a list add up to, in each currency. Entries balance: so there is a sum of one account only, and null without. */
export const ledgerSum = z.object({ sums: z.nullable(z.array(z.object({ currency, minor }))) })
