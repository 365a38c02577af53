import type { Invoice, InvoiceLine, StaffInvoice } from '@sherpa/contracts/subscription'
import type { InvoicePaper } from '../mail/platform-mail.ts'
import type { Database, Queryable } from '../persistence/database.ts'

const columns = `i.id, i.number, i.status, i.billed_to as "billedTo", i.billing_email as "billingEmail", i.lines,
  i.total_cents as "totalCents", i.issued_at as "issuedAt", i.due_at as "dueAt", i.paid_at as "paidAt",
  i.payment_reference as "paymentReference"`

export type Invoices = ReturnType<typeof invoices>

export function invoices(database: Database) {
  return {
    async ofOrganisation(organisation: string): Promise<Invoice[]> {
      const { rows } = await database.query(
        `select ${columns} from invoices i where i.organisation_id = $1 order by i.issued_at desc, i.number desc`,
        [organisation],
      )
      return rows.map(asInvoice)
    },

    /** Only the organisation's own. */
    async paper(organisation: string, id: string): Promise<InvoicePaper | undefined> {
      const { rows } = await database.query(
        `select ${columns} from invoices i where i.organisation_id = $1 and i.id = $2`,
        [organisation, id],
      )
      return rows[0] && asPaper(rows[0])
    },

    async allForStaff(): Promise<StaffInvoice[]> {
      const { rows } = await database.query(
        `select ${columns} from invoices i order by (i.status = 'paid'), i.issued_at desc, i.number desc limit 200`,
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

export type NewInvoice = {
  subscription: string
  organisation: string
  billedTo: string
  billingEmail: string
  lines: InvoiceLine[]
  issuedAt: Date
  dueAt: Date
}

/** Numbers have no gaps: the number is taken in the same transaction, and whoever comes next waits for it. */
export async function insertInvoice(client: Queryable, invoice: NewInvoice): Promise<InvoicePaper> {
  const year = invoice.issuedAt.getUTCFullYear()
  const { rows: numbers } = await client.query(
    `insert into invoice_numbers (year, last) values ($1, 1)
     on conflict (year) do update set last = invoice_numbers.last + 1 returning last`,
    [year],
  )
  const number = `SH-${year}-${String(numbers[0].last).padStart(5, '0')}`
  const totalCents = invoice.lines.reduce((sum, line) => sum + line.totalCents, 0)
  const { subscription, organisation, billedTo, billingEmail, lines, issuedAt, dueAt } = invoice
  await client.query(
    `insert into invoices (number, subscription_id, organisation_id, billed_to, billing_email, lines, total_cents, issued_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [number, subscription, organisation, billedTo, billingEmail, JSON.stringify(lines), totalCents, issuedAt, dueAt],
  )
  return asPaper({ ...invoice, number, totalCents })
}

type PaperRow = Omit<InvoicePaper, 'issuedAt' | 'dueAt'> & { issuedAt: Date; dueAt: Date }
type InvoiceRow = PaperRow & { id: string; status: 'open' | 'paid'; paidAt: Date | null }

function asInvoice({ id, number, status, lines, totalCents, issuedAt, dueAt, paidAt }: InvoiceRow): Invoice {
  return {
    id,
    number,
    status,
    lines,
    totalCents,
    issuedAt: issuedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  }
}

function asPaper({ number, billedTo, billingEmail, lines, totalCents, issuedAt, dueAt }: PaperRow): InvoicePaper {
  return {
    number,
    billedTo,
    billingEmail,
    lines,
    totalCents,
    issuedAt: issuedAt.toISOString(),
    dueAt: dueAt.toISOString(),
  }
}
