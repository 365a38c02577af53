import type { AccountingSettings, Closing, Reopening } from '@sherpa/contracts/accounting-settings'
import { addDays, addMonths } from '@sherpa/contracts/days'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { ConfirmIdentity, Person } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { notifyOwners } from '../organizations/organizations.ts'
import { loadAccountingSettings } from './accounting-settings.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'

type Parts = {
  database: Database
  clock: () => Date
  /** Re-authentication: reopening a month can change reported figures. */
  confirmIdentity: ConfirmIdentity
  onMail: () => void
}

/** Closes the books by month. The database posts later entries for a closed month on the first open day. */
export function createClosingService({ database, clock, confirmIdentity, onMail }: Parts) {
  return {
    close({ person, member }: Viewer, { month }: Closing): Promise<AccountingSettings> {
      const { organization } = member
      return inTransaction(database, async (client) => {
        const { today } = await loadBookkeeping(client, organization, clock())
        const through = lastDayOf(month)
        if (through >= today) throw new Refusal('month-not-over')
        const closedThrough = await lockBooks(client, organization)
        if (closedThrough !== null && through <= closedThrough) throw invalidMonth('This month is already closed')
        await setClosed(client, organization, { through, by: person.id })
        await recordEvent(client, { event: 'month-closed', actor: person.id, organization, details: month })
        return loadAccountingSettings(client, organization, clock())
      })
    },

    async reopen(
      { person, member }: Viewer & { person: Person },
      { month, ...proof }: Reopening,
    ): Promise<AccountingSettings> {
      await confirmIdentity(person, proof)
      const { organization } = member
      const settings = await inTransaction(database, async (client) => {
        const through = addDays(`${month}-01`, -1)
        const closedThrough = await lockBooks(client, organization)
        if (closedThrough === null || through >= closedThrough) throw invalidMonth('This month is already open')
        await setClosed(client, organization, { through, by: person.id })
        const details = through.slice(0, 7)
        await recordEvent(client, { event: 'month-reopened', actor: person.id, organization, details })
        await notifyOwners(client, { organization, by: person, action: 'books-reopened', at: clock() })
        return loadAccountingSettings(client, organization, clock())
      })
      onMail()
      return settings
    },
  }
}

const lastDayOf = (month: string) => addDays(addMonths(`${month}-01`, 1), -1)

const invalidMonth = (message: string) => new Refusal('invalid-fields', { errors: [{ field: 'month', message }] })

/**
 * Takes the advisory lock that bookings share in `find_open_day`: waits for running bookings and blocks new ones.
 * Returns the last closed day.
 */
async function lockBooks(client: Queryable, organization: string) {
  await client.query("select pg_advisory_xact_lock(hashtextextended('books:' || $1, 0))", [organization])
  const row = await rowOf(
    client,
    query.selectFrom('closed_periods').select('through').where('organization_id', '=', organization),
  )
  return row?.through ?? null
}

async function setClosed(client: Queryable, organization: string, { through, by }: { through: string; by: string }) {
  const closed = { through, closed_at: sql<Date>`now()`, closed_by: by }
  await run(
    client,
    query
      .insertInto('closed_periods')
      .values({ organization_id: organization, ...closed })
      .onConflict((known) => known.column('organization_id').doUpdateSet(closed)),
  )
}
