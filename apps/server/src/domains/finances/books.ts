import type { Books, BooksChange } from '@sherpa/contracts/books'
import { addDays } from '@sherpa/contracts/days'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { organizationFacts } from '../organizations/organizations.ts'
import { bookkeepingOf } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'

/** What an organization has decided about its books. */
export function bookSettings({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    of: ({ member }: Viewer) => booksOf(database, member.organization, clock()),

    change({ person, member }: Viewer, { version, ...settings }: BooksChange): Promise<Books> {
      const { organization } = member
      return inTransaction(database, async (client) => {
        await run(
          client,
          query
            .insertInto('books')
            .values({ organization_id: organization })
            .onConflict((known) => known.doNothing()),
        )
        const present = await oneRowOf(
          client,
          query.selectFrom('books').select('version').where('organization_id', '=', organization).forUpdate(),
        )
        if (present.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await booksOf(client, organization, clock()) })
        }
        await requireUnusedNumbers(client, organization, settings)
        const { expenseLimitMinor, invoiceName, invoiceAddress, invoicePayment } = settings
        await run(
          client,
          query
            .updateTable('books')
            .set({
              expense_limit_minor: expenseLimitMinor === null ? null : String(expenseLimitMinor),
              invoice_prefix: settings.invoicePrefix,
              next_invoice: settings.nextInvoice,
              invoice_days: settings.invoiceDays,
              invoice_name: invoiceName || null,
              invoice_address: invoiceAddress || null,
              invoice_payment: invoicePayment || null,
              version: sql<number>`version + 1`,
            })
            .where('organization_id', '=', organization),
        )
        await noteEvent(client, { event: 'books-changed', actor: person.id, organization })
        return booksOf(client, organization, clock())
      })
    },
  }
}

export async function booksOf(database: Queryable, organization: string, now: Date): Promise<Books> {
  const { today, currency } = await bookkeepingOf(database, organization, now)
  const row = await oneRowOf(
    database,
    query
      .selectFrom(organizationFacts.as('o'))
      .leftJoin('books as b', 'b.organization_id', 'o.id')
      .leftJoin('closed_books as c', 'c.organization_id', 'o.id')
      .select(['b.expense_limit_minor', 'b.invoice_name', 'b.invoice_address', 'b.invoice_payment', 'c.through'])
      // As the table has them for an organization that has decided nothing.
      .select([
        sql<string>`coalesce(b.invoice_prefix, 'F-')`.as('prefix'),
        sql<number>`coalesce(b.next_invoice, 1)`.as('next'),
        sql<number>`coalesce(b.invoice_days, 30)`.as('days'),
        sql<number>`coalesce(b.version, 1)`.as('version'),
      ])
      .where('o.id', '=', organization),
  )
  return {
    expenseLimitMinor: row.expense_limit_minor === null ? null : Number(row.expense_limit_minor),
    invoicePrefix: row.prefix,
    nextInvoice: row.next,
    invoiceDays: row.days,
    invoiceName: row.invoice_name,
    invoiceAddress: row.invoice_address,
    invoicePayment: row.invoice_payment,
    currency,
    version: row.version,
    closedThrough: row.through,
    lastMonth: addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7),
  }
}

/** A number is given to one invoice only. */
async function requireUnusedNumbers(
  client: Queryable,
  organization: string,
  { invoicePrefix, nextInvoice }: Pick<BooksChange, 'invoicePrefix' | 'nextInvoice'>,
) {
  const figures = sql`substr(number, length(${invoicePrefix}::text) + 1)`
  const used = await rowOf(
    client,
    query
      .selectFrom('fee_invoices')
      .select('number')
      .where('organization_id', '=', organization)
      .where(
        sql<boolean>`case when starts_with(number, ${invoicePrefix}) and ${figures} ~ '^[0-9]{1,18}$'
          then ${figures}::bigint >= ${nextInvoice} end`,
      )
      .orderBy(sql`length(number)`, 'desc')
      .orderBy('number', 'desc')
      .limit(1),
  )
  if (!used) return
  const message = `Invoice ${used.number} already exists. Enter a higher number`
  throw new Refusal('invalid-fields', { errors: [{ field: 'nextInvoice', message }] })
}
