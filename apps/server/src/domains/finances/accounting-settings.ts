import type { AccountingSettings, AccountingSettingsChange } from '@sherpa/contracts/accounting-settings'
import { decimalOf } from '@sherpa/contracts/currency'
import { addDays } from '@sherpa/contracts/days'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'

/** Accounting settings of an organization. */
export function createAccountingSettingsService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    of: ({ member }: Viewer) => loadAccountingSettings(database, member.organization, clock()),

    change(
      { person, member }: Viewer,
      { version, ...settings }: AccountingSettingsChange,
    ): Promise<AccountingSettings> {
      const { organization } = member
      return inTransaction(database, async (client) => {
        await run(
          client,
          query
            .insertInto('accounting_settings')
            .values({ organization_id: organization })
            .onConflict((known) => known.doNothing()),
        )
        const current = await oneRowOf(
          client,
          query
            .selectFrom('accounting_settings')
            .select('version')
            .where('organization_id', '=', organization)
            .forUpdate(),
        )
        const before = await loadAccountingSettings(client, organization, clock())
        if (current.version !== version) throw new Refusal('changed-meanwhile', { present: before })
        await requireUnusedNumbers(client, organization, settings)
        const { expenseLimitMinor, invoiceName, invoiceAddress, invoicePayment } = settings
        await run(
          client,
          query
            .updateTable('accounting_settings')
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
        const after = await loadAccountingSettings(client, organization, clock())
        const changes = changedValues(describe(before), describe(after))
        await recordEvent(client, { event: 'books-changed', actor: person.id, organization, changes })
        return after
      })
    },
  }
}

/** Values in words, for the audit trail. */
function describe({ expenseLimitMinor, currency, version, closedThrough, lastMonth, ...settings }: AccountingSettings) {
  return {
    ...settings,
    expenseLimit: expenseLimitMinor === null ? null : `${decimalOf(expenseLimitMinor, currency)} ${currency}`,
  }
}

export async function loadAccountingSettings(
  database: Queryable,
  organization: string,
  now: Date,
): Promise<AccountingSettings> {
  const { today, currency } = await loadBookkeeping(database, organization, now)
  const row = await oneRowOf(
    database,
    query
      .selectFrom(publicOrganizations.as('o'))
      .leftJoin('accounting_settings as b', 'b.organization_id', 'o.id')
      .leftJoin('closed_periods as c', 'c.organization_id', 'o.id')
      .select(['b.expense_limit_minor', 'b.invoice_name', 'b.invoice_address', 'b.invoice_payment', 'c.through'])
      // Column defaults, for an organization without a row.
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

/** Invoice numbers are unique. */
async function requireUnusedNumbers(
  client: Queryable,
  organization: string,
  { invoicePrefix, nextInvoice }: Pick<AccountingSettingsChange, 'invoicePrefix' | 'nextInvoice'>,
) {
  const digits = sql`substr(number, length(${invoicePrefix}::text) + 1)`
  const used = await rowOf(
    client,
    query
      .selectFrom('fee_invoices')
      .select('number')
      .where('organization_id', '=', organization)
      .where(
        sql<boolean>`case when starts_with(number, ${invoicePrefix}) and ${digits} ~ '^[0-9]{1,18}$'
          then ${digits}::bigint >= ${nextInvoice} end`,
      )
      .orderBy(sql`length(number)`, 'desc')
      .orderBy('number', 'desc')
      .limit(1),
  )
  if (!used) return
  const message = `Invoice ${used.number} already exists. Enter a higher number`
  throw new Refusal('invalid-fields', { errors: [{ field: 'nextInvoice', message }] })
}
