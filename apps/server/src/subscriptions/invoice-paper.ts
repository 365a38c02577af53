import type { Tax } from '@sherpa/contracts/billing-details'
import type { InvoiceLine } from '@sherpa/contracts/subscription'
import type { BilledParty } from './billing-details.ts'

/** Who we are on our invoices, and how we are paid. */
export type Issuer = {
  name: string
  addressLines: string[]
  taxId: string | null
  /** The bank account, line by line. */
  bankDetails: string[]
  paymentInstructions: string
}

/** What is the same on all invoices of a day. */
export type Invoicing = { issuer: Issuer; tax: Tax | null }

/** All that an invoice says. */
export type InvoicePaper = {
  number: string
  issuer: Issuer
  billedTo: BilledParty
  issuedAt: string
  dueAt: string
  lines: InvoiceLine[]
  subtotalCents: number
  tax: (Tax & { cents: number }) | null
  totalCents: number
}
