import * as z from 'zod/mini'
import { accountMessages, emailAddressOr } from './account.ts'
import { currency, sumMinor } from './currency.ts'
import { day } from './days.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { dayRange, numberRange } from './range.ts'
import { positiveMinor, reversed } from './receipt.ts'
import { line } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const when = z.iso.datetime()

/** Late: open after its due date. */
export const feeInvoiceStates = { open: 'Open', late: 'Overdue', paid: 'Paid', void: 'Void' } as const
export type FeeInvoiceState = keyof typeof feeInvoiceStates
export const feeInvoiceState = z.enum(Object.keys(feeInvoiceStates) as FeeInvoiceState[])

/** The rest goes to the next invoice. */
export const MOST_INVOICE_LINES = 1000

/** Fees and recoverable expenses to date. Earned = invoiced + not invoiced. */
const feeFigures = z.object({
  currency,
  earnedMinor: sumMinor,
  notInvoicedMinor: sumMinor,
  /** Without void invoices. */
  invoicedMinor: sumMinor,
  paidMinor: sumMinor,
  openMinor: sumMinor,
  /** Part of the open amount. */
  lateMinor: sumMinor,
})
export type FeeFigures = z.infer<typeof feeFigures>

const openFee = z.object({
  athlete: someone,
  currency,
  /** Negative if more was reversed than is left to invoice. */
  totalMinor: sumMinor,
})
export type OpenFee = z.infer<typeof openFee>

export const fees = z.object({
  figures: z.array(feeFigures),
  /** Not invoiced yet: by currency, largest first. */
  open: z.array(openFee),
})
export type Fees = z.infer<typeof fees>

const party = z.object({ name: z.string(), address: z.nullable(z.string()) })
export const seller = z.extend(party, { payment: z.nullable(z.string()) })
export type Seller = z.infer<typeof seller>
export type Buyer = z.infer<typeof party>

const invoiceLine = z.object({ title: z.string(), amountMinor: sumMinor })
export type InvoiceLine = z.infer<typeof invoiceLine>

/** "Fee 15% on $4,000.00 received Nov 3, 2026, Halden Sportswear × Fall line". */
const feeLine =
  /^((?:Fee credit|Flat fee|Fee [\d.]+%)(?: on .+? received \w{3} \d{1,2}, \d{4}(?: and reversed)?)?), (.+)$/

/** Lines by deal, in their order; expenses and other lines come last, without a deal. Issued lines are only text. */
export function groupByDeal(lines: readonly InvoiceLine[]) {
  const read = lines.map(({ title, amountMinor }) => {
    const [, fee = title, deal = null] = feeLine.exec(title) ?? []
    return { title: fee, deal, amountMinor }
  })
  return [...Map.groupBy(read, ({ deal }) => deal)]
    .map(([deal, ofDeal]) => ({
      deal,
      lines: ofDeal.map(({ title, amountMinor }) => ({ title, amountMinor })),
      totalMinor: ofDeal.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    }))
    .sort((one, other) => Number(one.deal === null) - Number(other.deal === null))
}

export const openFeesQuery = z.strictObject({ currency })
export const invoicePreview = z.object({
  athlete: someone,
  currency,
  lines: z.array(invoiceLine),
  totalMinor: sumMinor,
  dueOn: z.string(),
  seller,
})

export type InvoicePreview = z.infer<typeof invoicePreview>

export const newFeeInvoice = z.strictObject({ athleteId: uuid, currency })
export type NewFeeInvoice = z.infer<typeof newFeeInvoice>

export const feeInvoiceRow = z.object({
  id: z.uuid(),
  number: z.string(),
  athlete: someone,
  issuedOn: z.string(),
  dueOn: z.string(),
  currency,
  totalMinor: sumMinor,
  paidMinor: sumMinor,
  state: feeInvoiceState,
  sentAt: z.nullable(when),
})
export type FeeInvoiceRow = z.infer<typeof feeInvoiceRow>

export const feeInvoiceSorts = ['issued', 'due', 'amount'] as const
/** Searched are the number and the athlete's name. */
export const feeInvoicesQuery = listQuery(feeInvoiceSorts, {
  state: z.optional(severalOf(feeInvoiceState)),
  athlete: z.optional(uuid),
  currency: z.optional(currency),
  /** In minor units. */
  amount: z.optional(numberRange),
  due: z.optional(dayRange),
  /** By the day of issue. */
  from: z.optional(day),
  /** The last day. */
  until: z.optional(day),
})
export type FeeInvoicesQuery = z.infer<typeof feeInvoicesQuery>
export const feeInvoicesPage = listPage(feeInvoiceRow)

const invoicePayment = z.object({
  id: z.uuid(),
  paidOn: z.string(),
  amountMinor: sumMinor,
  reference: z.nullable(z.string()),
  fromBank: z.boolean(),
  bookedBy: z.nullable(someone),
  reversed,
})

export const paperRecipient = z.object({ name: z.string(), isGuardian: z.boolean(), email: z.nullable(z.string()) })
export type PaperRecipient = z.infer<typeof paperRecipient>
export const feeInvoice = z.extend(feeInvoiceRow, {
  seller,
  buyer: party,
  lines: z.array(invoiceLine),
  payments: z.array(invoicePayment),
  issuedBy: z.nullable(someone),
  sentTo: z.nullable(z.string()),
  voidReason: z.nullable(z.string()),
  /** Default recipient: the athlete, or a minor's guardian. The address may be hidden from the caller. */
  recipient: z.nullable(paperRecipient),
})
export type FeeInvoice = z.infer<typeof feeInvoice>

/** Non-void invoices with fees or recoupments of a receipt. */
export const invoicesOfReceipt = z.object({
  invoices: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      athlete: someone,
      currency,
      /** The receipt's part of it. */
      amountMinor: sumMinor,
      totalMinor: sumMinor,
      paidMinor: sumMinor,
    }),
  ),
})
export type InvoiceOfReceipt = z.infer<typeof invoicesOfReceipt>['invoices'][number]

/** Null: the recipient's address on record. */
export const paperAddress = z.nullable(emailAddressOr(accountMessages.emailRequired))
export const invoiceMailing = z.strictObject({ email: paperAddress })
export type InvoiceMailing = z.infer<typeof invoiceMailing>

export const newInvoicePayment = z.strictObject({
  paidOn: day,
  amountMinor: positiveMinor,
  reference: z.nullable(line(160)),
  /** Currency and day must be those of the bank line; the amount may be a part. */
  bankLineId: z.nullable(uuid),
})
export type NewInvoicePayment = z.infer<typeof newInvoicePayment>
