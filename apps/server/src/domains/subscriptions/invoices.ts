import { type Tax, taxOn } from '@sherpa/contracts/billing-details'
import type { ListPage } from '@sherpa/contracts/list'
import type {
  Invoice,
  InvoiceLine,
  InvoiceState,
  InvoicesQuery,
  StaffInvoice,
  StaffInvoicesQuery,
} from '@sherpa/contracts/subscription'
import { type InferResult, sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { oneRowOf, query, rowOf } from '../../persistence/queries.ts'
import type { BilledParty } from './billing-details.ts'
import type { InvoicePaper, Issuer } from './invoice-paper.ts'

/** Rows of one tenant, or of all tenants. */
const invoiceRows = (table: 'invoices' | 'all_invoices') =>
  query
    .selectFrom(`${table} as i` as const)
    .select(({ ref }) => [
      'i.id',
      'i.number',
      'i.status',
      'i.billed_to as billedTo',
      'i.billed_to_address as billedToAddress',
      'i.billed_to_country as billedToCountry',
      'i.billed_to_tax_id as billedToTaxId',
      'i.billing_email as billingEmail',
      ref('i.issuer').$castTo<Issuer | null>().as('issuer'),
      'i.lines',
      'i.subtotal_cents as subtotalCents',
      'i.tax_name as taxName',
      'i.tax_rate_millionths as taxRateMillionths',
      'i.tax_cents as taxCents',
      'i.total_cents as totalCents',
      'i.issued_at as issuedAt',
      'i.due_at as dueAt',
      'i.paid_at as paidAt',
      'i.payment_reference as paymentReference',
    ])

type InvoiceRow = InferResult<ReturnType<typeof invoiceRows>>[number]

export type Invoices = ReturnType<typeof createInvoiceService>

export function createInvoiceService(database: Database) {
  return {
    async list(organization: string, { status, ...paging }: InvoicesQuery): Promise<ListPage<Invoice>> {
      const rows = () => filterByState(invoiceRows('invoices').where('i.organization_id', '=', organization), status)
      const page = await listRows(database, { table: 'invoices', rows, ...invoiceList }, paging)
      return { ...page, rows: page.rows.map(toInvoice) }
    },

    /** Limited to the organization. */
    async findNumber(organization: string, id: string): Promise<string | undefined> {
      const row = await rowOf(
        database,
        query.selectFrom('invoices').select('number').where('organization_id', '=', organization).where('id', '=', id),
      )
      return row?.number
    },

    async listForStaff({ status, ...paging }: StaffInvoicesQuery): Promise<ListPage<StaffInvoice>> {
      const rows = () => filterByState(invoiceRows('all_invoices'), status)
      const paid = { column: 'i.paid_at', type: 'timestamptz', nullable: true } as const
      const list = { ...invoiceList, sorts: { ...invoiceList.sorts, paid } }
      const page = await listRows(database, { table: 'all_invoices', rows, ...list }, paging)
      return {
        ...page,
        rows: page.rows.map((row) => ({
          ...toInvoice(row),
          organization: row.billedTo,
          billingEmail: row.billingEmail,
          paymentReference: row.paymentReference,
        })),
      }
    },
  }
}

const invoiceList = {
  sorts: {
    issued: { column: 'i.issued_at', type: 'timestamptz' },
    due: { column: 'i.due_at', type: 'timestamptz' },
    total: { column: 'i.total_cents', type: 'integer' },
  },
  sort: '-issued',
  id: { column: 'i.id', type: 'uuid' },
  search: { column: 'i.folded' },
} as const

function filterByState(rows: ReturnType<typeof invoiceRows>, states: InvoiceState[] | undefined) {
  if (!states) return rows
  const state = sql<InvoiceState>`case when i.status = 'paid' then 'paid' when i.due_at < now() then 'overdue' else 'open' end`
  return rows.where(state, 'in', states)
}

/** Older invoices without a stored issuer use the current one. */
export async function loadPaper(client: Queryable, id: string, issuerToday: Issuer): Promise<InvoicePaper | undefined> {
  const row = await rowOf(client, invoiceRows('invoices').where('i.id', '=', id))
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
      tax: toTax(row),
      totalCents: row.totalCents,
    }
  )
}

export type NewInvoice = {
  subscription: string
  organization: string
  issuer: Issuer
  billedTo: BilledParty
  billingEmail: string | null
  lines: InvoiceLine[]
  tax: Tax | null
  issuedAt: Date
  dueAt: Date
}

/** Gapless numbers: allocated in the same transaction, so that concurrent invoices wait. */
export async function insertInvoice(client: Queryable, invoice: NewInvoice) {
  const { subscription, organization, issuer, billedTo, billingEmail, lines, tax, issuedAt, dueAt } = invoice
  const subtotalCents = lines.reduce((sum, line) => sum + line.totalCents, 0)
  const taxCents = tax ? taxOn(subtotalCents, tax) : 0
  const totalCents = subtotalCents + taxCents
  const year = issuedAt.getUTCFullYear()
  const { last } = await oneRowOf(
    client,
    query
      .insertInto('invoice_numbers')
      .values({ year, last: 1 })
      .onConflict((conflict) =>
        conflict.column('year').doUpdateSet((eb) => ({ last: eb('invoice_numbers.last', '+', 1) })),
      )
      .returning('last'),
  )
  const number = `SH-${year}-${String(last).padStart(5, '0')}`
  const { id } = await oneRowOf(
    client,
    query
      .insertInto('invoices')
      .values({
        number,
        subscription_id: subscription,
        organization_id: organization,
        billed_to: billedTo.name,
        billed_to_address: billedTo.addressLines,
        billed_to_country: billedTo.country,
        billed_to_tax_id: billedTo.taxId,
        billing_email: billingEmail,
        issuer,
        // As text: the driver would send a PostgreSQL array, not JSON.
        lines: sql<InvoiceLine[]>`${JSON.stringify(lines)}`,
        tax_name: tax?.name ?? null,
        tax_rate_millionths: tax?.rateMillionths ?? null,
        tax_cents: taxCents,
        total_cents: totalCents,
        issued_at: issuedAt,
        due_at: dueAt,
      })
      .returning('id'),
  )
  return { id, number, billedTo: billedTo.name, dueAt: dueAt.toISOString(), totalCents }
}

function toInvoice(row: InvoiceRow): Invoice {
  const { id, number, status, lines, subtotalCents, totalCents, issuedAt, dueAt, paidAt } = row
  return {
    id,
    number,
    status,
    lines,
    subtotalCents,
    tax: toTax(row),
    totalCents,
    issuedAt: issuedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  }
}

function toTax({ taxName, taxRateMillionths, taxCents }: InvoiceRow) {
  if (taxName === null || taxRateMillionths === null) return null
  return { name: taxName, rateMillionths: taxRateMillionths, cents: taxCents }
}
