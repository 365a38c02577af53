import * as z from 'zod/mini'
import { currency, sumMinor } from './currency.ts'
import { addDays, addMonths, day, shortDay } from './days.ts'

const titled = z.object({ id: z.uuid(), title: z.string() })

/** What a statement is about, by the days that count in the books. */
export const statementQuery = z
  .strictObject({ from: day, until: day })
  .check(z.refine(({ from, until }) => from <= until, { error: 'Choose a later day', path: ['until'] }))
export type StatementQuery = z.infer<typeof statementQuery>

/** How many movements one statement can have. */
export const MOST_MOVEMENTS = 5000
/** How many payments that were not received are shown of each currency. */
export const MOST_EXPECTED = 100

const movement = {
  id: z.uuid(),
  /** When it happened. */
  day: z.string(),
  /** On which day it counts: a later one, if the books of its month were closed already. */
  countsOn: z.string(),
  amountMinor: sumMinor,
  /** It takes an earlier one back, and is negative. */
  takenBack: z.boolean(),
}
const received = z.object({
  ...movement,
  payer: z.string(),
  deal: z.nullable(titled),
  payment: z.nullable(titled),
  feeMinor: sumMinor,
})
const receivedSum = z.object({
  openingMinor: sumMinor,
  totalMinor: sumMinor,
  closingMinor: sumMinor,
  rows: z.array(received),
})
const recouped = z.object({ ...movement, vendor: z.string(), spentOn: z.string() })
const feePayment = z.object({ ...movement, invoice: z.string() })
const pay = z.object({ ...movement, deal: z.nullable(titled), payment: z.nullable(titled) })
const issued = z.object({
  id: z.uuid(),
  number: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  totalMinor: sumMinor,
  /** What was not paid of it on the last day of the period; nothing of a void one. */
  openMinor: sumMinor,
  void: z.boolean(),
})
const expected = z.object({
  id: z.uuid(),
  dueOn: z.nullable(z.string()),
  payer: z.string(),
  deal: titled,
  title: z.string(),
  /** What is still missing of it. */
  amountMinor: sumMinor,
  late: z.boolean(),
})

/** Four accounts, each of which begins with what was there and ends with what is there: they are never added to each other. */
export const statementOfCurrency = z.object({
  currency,
  /** What others paid to the athlete. */
  received: receivedSum,
  /** What they gave in kind, at its value: no money, and no fee on it. */
  inKind: receivedSum,
  /** What the athlete owes the organization: fees, and expenses that come back. */
  fees: z.object({
    openingMinor: sumMinor,
    earnedMinor: sumMinor,
    recoupedMinor: sumMinor,
    paidMinor: sumMinor,
    closingMinor: sumMinor,
    recouped: z.array(recouped),
    payments: z.array(feePayment),
    /** An invoice asks for what is owed already: it changes no balance. */
    invoices: z.array(issued),
    /** What invoices ask for on the last day, those of earlier periods too. The rest of what is owed is not invoiced, or, if less is owed, a credit. */
    askedMinor: sumMinor,
  }),
  /** What the organization owes the athlete. */
  pay: z.object({
    openingMinor: sumMinor,
    dueMinor: sumMinor,
    paidMinor: sumMinor,
    closingMinor: sumMinor,
    due: z.array(pay),
    paid: z.array(pay),
  }),
  /** As of today, whatever the period is: never a part of any sum above. */
  expected: z.object({ totalMinor: sumMinor, count: z.int(), rows: z.array(expected) }),
})
export type StatementOfCurrency = z.infer<typeof statementOfCurrency>

export const statement = z.object({
  organization: z.object({ name: z.string() }),
  athlete: z.object({ id: z.uuid(), name: z.string() }),
  from: z.string(),
  until: z.string(),
  today: z.string(),
  currencies: z.array(statementOfCurrency),
})
export type Statement = z.infer<typeof statement>

type Fees = StatementOfCurrency['fees']

/** What an invoice asks for, less what was paid of it. */
export function invoiceInWords(invoice: Fees['invoices'][number], money: (minor: number) => string) {
  const { number, issuedOn, dueOn, totalMinor, openMinor, void: isVoid } = invoice
  const beginning = `Invoice ${number} of ${shortDay(issuedOn)}, ${money(totalMinor)}`
  if (isVoid) return `${beginning}: voided.`
  if (openMinor <= 0) return `${beginning}: paid.`
  return `${beginning}: ${openMinor < totalMinor ? `${money(openMinor)} of it is` : 'all of it is'} open, due ${shortDay(dueOn)}.`
}

/** What invoices do not ask for of what is owed, or ask for too much. Undefined: they ask for just that. */
export function notAskedInWords({ closingMinor, askedMinor }: Fees, money: (minor: number) => string) {
  const restMinor = closingMinor - askedMinor
  if (restMinor > 0) return `${money(restMinor)} of what is owed is not invoiced yet.`
  if (restMinor < 0) {
    return `${money(-restMinor)} too much was invoiced, because fees were taken back. The next invoice takes it off.`
  }
  return undefined
}

export const statementPeriods = { month: 'Month', quarter: 'Quarter', year: 'Fiscal year' } as const
export type StatementPeriod = keyof typeof statementPeriods
const monthsOf: Record<StatementPeriod, number> = { month: 1, quarter: 3, year: 12 }

/** The month, quarter or fiscal year that has the day in it. Quarters and years are counted from the first month of the fiscal year. */
export function periodWith(period: StatementPeriod, dayInIt: string, fiscalMonth: number): StatementQuery {
  const month = `${dayInIt.slice(0, 7)}-01`
  const sinceYearBegan = (Number(dayInIt.slice(5, 7)) - fiscalMonth + 12) % 12
  const from = addMonths(month, -(sinceYearBegan % monthsOf[period]))
  return { from, until: addDays(addMonths(from, monthsOf[period]), -1) }
}

/** The period before or after. */
export function nextPeriod({ from }: StatementQuery, period: StatementPeriod, by: 1 | -1): StatementQuery {
  const next = addMonths(from, by * monthsOf[period])
  return { from: next, until: addDays(addMonths(next, monthsOf[period]), -1) }
}
