import * as z from 'zod/mini'
import { identityProof } from './account.ts'
import { amountMinor, currency } from './currency.ts'
import { boundedString, line, text } from './text.ts'

/** A month such as 2026-03. */
const month = boundedString(7, 'Choose a month').check(z.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Choose a month'))

const settings = {
  /** Expenses above it need approval, in the organization's currency; null: none do. */
  expenseLimitMinor: z.nullable(amountMinor),
  invoicePrefix: boundedString(12).check(z.regex(/^[\w./-]*$/, 'Use letters, digits and . / - _ only')),
  nextInvoice: z
    .int('Enter a whole number')
    .check(z.minimum(1, 'Enter 1 or more'), z.maximum(1_000_000_000, 'Enter a smaller number')),
  invoiceDays: z
    .int('Enter a number of days')
    .check(z.minimum(0, 'Enter 0 or more'), z.maximum(365, 'Enter at most 365 days')),
  /** As printed on invoices. */
  invoiceName: z.nullable(line(160)),
  invoiceAddress: z.nullable(text(500)),
  invoicePayment: z.nullable(text(1000)),
}

export const accountingSettings = z.object({
  ...settings,
  currency,
  version: z.int(),
  /** The last day of the last closed month. */
  closedThrough: z.nullable(z.string()),
  /** The last complete month in the organization's time zone. */
  lastMonth: z.string(),
})
export type AccountingSettings = z.infer<typeof accountingSettings>

export const accountingSettingsChange = z.strictObject({ ...settings, version: z.int() })
export type AccountingSettingsChange = z.infer<typeof accountingSettingsChange>

/** The last month to close; all before it are closed with it. */
export const closing = z.strictObject({ month })
export type Closing = z.infer<typeof closing>

/** The first month to open; all after it are opened with it. */
export const reopening = z.extend(identityProof, { month })
export type Reopening = z.infer<typeof reopening>
