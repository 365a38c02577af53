import { type Tax, taxOn } from '@sherpa/contracts/billing-details'
import type { Invoice, InvoiceLine, StaffInvoice } from '@sherpa/contracts/subscription'
import type { Database, Queryable } from '../persistence/database.ts'
import type { BilledParty } from './billing-details.ts'
import type { InvoicePaper, Issuer } from './invoice-paper.ts'

const columns = `i.id, i.number, i.status, i.billed_to as "billedTo", i.billed_to_address as "billedToAddress",
  i.billed_to_country as "billedToCountry", i.billed_to_tax_id as "billedToTaxId", i.issuer, i.lines,
  i.subtotal_cents as "subtotalCents", i.tax_name as "taxName", i.tax_rate_millionths as "taxRateMillionths",
  i.tax_cents as "taxCents", i.total_cents as "totalCents", i.issued_at as "issuedAt", i.due_at as "dueAt",
  i.paid_at as "paidAt", i.payment_reference as "paymentReference"`

type InvoiceRow = {
  id: string
  number: string
  status: 'open' | 'paid'
  billedTo: string
  billedToAddress: string[]
  billedToCountry: string | null
  billedToTaxId: string | null
  issuer: Issuer | null
  lines: InvoiceLine[]
  subtotalCents: number
  taxName: string | null
  taxRateMillionths: number | null
  taxCents: number
  totalCents: number
  issuedAt: Date
  dueAt: Date
  paidAt: Date | null
  paymentReference: string | null
}

export type Invoices = ReturnType<typeof invoices>

export function invoices(database: Database) {
  return {
    async ofOrganisation(organisation: string): Promise<Invoice[]> {
      const { rows } = await database.query<InvoiceRow>(
        `select ${columns} from invoices i where i.organisation_id = $1 order by i.issued_at desc, i.number desc`,
        [organisation],
      )
      return rows.map(asInvoice)
    },

    /** Only the organisation's own. */
    async numberOf(organisation: string, id: string): Promise<string | undefined> {
      const { rows } = await database.query('select number from invoices where organisation_id = $1 and id = $2', [
        organisation,
        id,
      ])
      return rows[0]?.number
    },

    async allForStaff(): Promise<StaffInvoice[]> {
      const { rows } = await database.query<InvoiceRow & { billingEmail: string | null }>(
        `select ${columns}, i.billing_email as "billingEmail" from invoices i
         order by (i.status = 'paid'), i.issued_at desc, i.number desc limit 200`,
      )
      return rows.map((row) => ({
        ...asInvoice(row),
        organisation: row.billedTo,
        billingEmail: row.billingEmail,
        paymentReference: row.paymentReference,
      }))
    },
  }
}

/** All that the invoice says. What was not kept in earlier times is as it is today. */
export async function findPaper(client: Queryable, id: string, issuerToday: Issuer): Promise<InvoicePaper | undefined> {
  const { rows } = await client.query<InvoiceRow>(`select ${columns} from invoices i where i.id = $1`, [id])
  const [row] = rows
  return (
    row && {
      number: row.number,
      issuer: row.issuer ?? issuerToday,
      billedTo: {
        name: row.billedTo,
        addressLines: row.billedToAddress,
        country: row.billedToCountry,
        taxId: row.billedToTaxId,
      },
      issuedAt: row.issuedAt.toISOString(),
      dueAt: row.dueAt.toISOString(),
      lines: row.lines,
      subtotalCents: row.subtotalCents,
      tax: taxOf(row),
      totalCents: row.totalCents,
    }
  )
}

export type NewInvoice = {
  subscription: string
  organisation: string
  issuer: Issuer
  billedTo: BilledParty
  billingEmail: string | null
  lines: InvoiceLine[]
  tax: Tax | null
  issuedAt: Date
  dueAt: Date
}

/** Numbers have no gaps: the number is taken in the same transaction, and whoever comes next waits for it. */
export async function insertInvoice(client: Queryable, invoice: NewInvoice) {
  const { subscription, organisation, issuer, billedTo, billingEmail, lines, tax, issuedAt, dueAt } = invoice
  const subtotalCents = lines.reduce((sum, line) => sum + line.totalCents, 0)
  const taxCents = tax ? taxOn(subtotalCents, tax) : 0
  const totalCents = subtotalCents + taxCents
  const year = issuedAt.getUTCFullYear()
  const { rows: numbers } = await client.query(
    `insert into invoice_numbers (year, last) values ($1, 1)
     on conflict (year) do update set last = invoice_numbers.last + 1 returning last`,
    [year],
  )
  const number = `SH-${year}-${String(numbers[0].last).padStart(5, '0')}`
  const { rows } = await client.query(
    `insert into invoices (number, subscription_id, organisation_id, billed_to, billed_to_address, billed_to_country,
       billed_to_tax_id, billing_email, issuer, lines, tax_name, tax_rate_millionths, tax_cents, total_cents, issued_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning id`,
    [
      number,
      subscription,
      organisation,
      billedTo.name,
      billedTo.addressLines,
      billedTo.country,
      billedTo.taxId,
      billingEmail,
      issuer,
      JSON.stringify(lines),
      tax?.name,
      tax?.rateMillionths,
      taxCents,
      totalCents,
      issuedAt,
      dueAt,
    ],
  )
  const id: string = rows[0].id
  return { id, number, billedTo: billedTo.name, dueAt: dueAt.toISOString(), totalCents }
}

function asInvoice(row: InvoiceRow): Invoice {
  const { id, number, status, lines, subtotalCents, totalCents, issuedAt, dueAt, paidAt } = row
  return {
    id,
    number,
    status,
    lines,
    subtotalCents,
    tax: taxOf(row),
    totalCents,
    issuedAt: issuedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  }
}

function taxOf({ taxName, taxRateMillionths, taxCents }: InvoiceRow) {
  if (taxName === null || taxRateMillionths === null) return null
  return { name: taxName, rateMillionths: taxRateMillionths, cents: taxCents }
}
