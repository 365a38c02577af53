import type { Tax } from '@sherpa/contracts/billing-details'
import type { InvoiceLine } from '@sherpa/contracts/subscription'
import type { BilledParty } from './billing-details.ts'

/** Our company and payment details on invoices. */
export type Issuer = {
  name: string
  addressLines: string[]
  taxId: string | null
  /** Lines of the bank account. */
  bankDetails: string[]
  paymentInstructions: string
}

/** Settings of all invoices. */
export type Invoicing = { issuer: Issuer; tax: Tax | null }

/** Content of an invoice. */
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
