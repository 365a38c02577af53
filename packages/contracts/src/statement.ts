import * as z from 'zod/mini'
import { currency, sumMinor } from './currency.ts'
import { addDays, addMonths, day, shortDay } from './days.ts'
import { paperAddress, paperRecipient } from './fee-invoice.ts'

const titled = z.object({ id: z.uuid(), title: z.string() })

const span = { from: day, until: day }
const isInOrder = z.refine<{ from: string; until: string }>(({ from, until }) => from <= until, {
  error: 'Choose an end date on or after the start date',
  path: ['until'],
})

/** By posting date. */
export const statementQuery = z.strictObject(span).check(isInOrder)
export type StatementQuery = z.infer<typeof statementQuery>

export const statementMailing = z.strictObject({ ...span, email: paperAddress }).check(isInOrder)
export type StatementMailing = z.infer<typeof statementMailing>
/** An address, or a name if the address is hidden from the caller. */
export const statementSent = z.object({ sentTo: z.string() })

export const MOST_MOVEMENTS = 5000
/** Per currency. */
export const MOST_EXPECTED = 100

const movement = {
  id: z.uuid(),
  day: z.string(),
  /** The posting date: later if its month was closed. */
  countsOn: z.string(),
  amountMinor: sumMinor,
  /** A reversal, with a negative amount. */
  isReversal: z.boolean(),
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
/** A fee that no money of the period earned: all money from before Sherpa was reversed. */
const feeCorrection = z.object({ ...movement, deal: z.nullable(titled) })
const recouped = z.object({ ...movement, vendor: z.string(), spentOn: z.string() })
const feePayment = z.object({ ...movement, invoice: z.string() })
const pay = z.object({ ...movement, deal: z.nullable(titled), payment: z.nullable(titled) })
const issued = z.object({
  id: z.uuid(),
  number: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  totalMinor: sumMinor,
  /** Unpaid at the end of the period; zero if void. */
  openMinor: sumMinor,
  void: z.boolean(),
})
const expected = z.object({
  id: z.uuid(),
  dueOn: z.nullable(z.string()),
  payer: z.string(),
  deal: titled,
  title: z.string(),
  /** The open part. */
  amountMinor: sumMinor,
  late: z.boolean(),
})

/** Four accounts with opening and closing balances, never added together. */
export const statementOfCurrency = z.object({
  currency,
  received: receivedSum,
  /** In-kind value, without fees. */
  inKind: receivedSum,
  /** Fees and recoverable expenses owed by the athlete. */
  fees: z.object({
    openingMinor: sumMinor,
    earnedMinor: sumMinor,
    recoupedMinor: sumMinor,
    paidMinor: sumMinor,
    closingMinor: sumMinor,
    /** Part of what was earned, beside the fees of receipts. */
    corrections: z.array(feeCorrection),
    recouped: z.array(recouped),
    payments: z.array(feePayment),
    /** Invoices change no balance. */
    invoices: z.array(issued),
    /** Open on invoices at the end of the period, earlier ones included. */
    invoicedMinor: sumMinor,
  }),
  /** Athlete pay. */
  pay: z.object({
    openingMinor: sumMinor,
    dueMinor: sumMinor,
    paidMinor: sumMinor,
    closingMinor: sumMinor,
    due: z.array(pay),
    paid: z.array(pay),
  }),
  /** As of today, regardless of the period; never part of the totals above. */
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
  /** Where it is sent by default: the athlete, or a minor's guardian. Null for athletes themselves. */
  recipient: z.nullable(paperRecipient),
})
export type Statement = z.infer<typeof statement>
export type StatementPaper = Omit<Statement, 'recipient'>

type Fees = StatementOfCurrency['fees']

export function invoiceInWords(invoice: Fees['invoices'][number], money: (minor: number) => string) {
  const { number, issuedOn, dueOn, totalMinor, openMinor, void: isVoid } = invoice
  const start = `Invoice ${number}, ${shortDay(issuedOn)}, ${money(totalMinor)}`
  if (isVoid) return `${start}: voided.`
  if (openMinor <= 0) return `${start}: paid.`
  return `${start}: ${openMinor < totalMinor ? `${money(openMinor)} open` : 'open'}, due ${shortDay(dueOn)}.`
}

/** Undefined if exactly the owed amount is invoiced. */
export function notInvoicedInWords({ closingMinor, invoicedMinor }: Fees, money: (minor: number) => string) {
  const restMinor = closingMinor - invoicedMinor
  if (restMinor > 0) return `${money(restMinor)} not invoiced yet.`
  if (restMinor < 0) {
    return `${money(-restMinor)} over-invoiced because fees were reversed. The next invoice credits it.`
  }
  return undefined
}

export const statementPeriods = { month: 'Month', quarter: 'Quarter', year: 'Fiscal year' } as const
export type StatementPeriod = keyof typeof statementPeriods
const monthsOf: Record<StatementPeriod, number> = { month: 1, quarter: 3, year: 12 }

/** The period that contains a day. Quarters and years follow the fiscal year. */
export function periodWith(period: StatementPeriod, dayInIt: string, fiscalMonth: number): StatementQuery {
  const month = `${dayInIt.slice(0, 7)}-01`
  const sinceYearBegan = (Number(dayInIt.slice(5, 7)) - fiscalMonth + 12) % 12
  const from = addMonths(month, -(sinceYearBegan % monthsOf[period]))
  return { from, until: addDays(addMonths(from, monthsOf[period]), -1) }
}

export function nextPeriod({ from }: StatementQuery, period: StatementPeriod, by: 1 | -1): StatementQuery {
  const next = addMonths(from, by * monthsOf[period])
  return { from: next, until: addDays(addMonths(next, monthsOf[period]), -1) }
}
