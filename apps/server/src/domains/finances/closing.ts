import type { Books, Closing, Reopening } from '@sherpa/contracts/books'
import { addDays, addMonths } from '@sherpa/contracts/days'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { ConfirmIdentity, Person } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { tellOwners } from '../organizations/organizations.ts'
import { bookkeepingOf } from './bookkeeping.ts'
import { booksOf } from './books.ts'
import type { Viewer } from './finance-access.ts'

type Parts = {
  database: Database
  clock: () => Date
  /** What was reported may change: nobody opens the books from a window that someone left open. */
  confirmIdentity: ConfirmIdentity
  onMail: () => void
}

/** Closes the books by month: what is booked later for a closed month counts on the first open day, which the database sees to. */
export function closingBooks({ database, clock, confirmIdentity, onMail }: Parts) {
  return {
    close({ person, member }: Viewer, { month }: Closing): Promise<Books> {
      const { organization } = member
      return inTransaction(database, async (client) => {
        const { today } = await bookkeepingOf(client, organization, clock())
        const through = lastDayOf(month)
        if (through >= today) throw new Refusal('month-not-over')
        const present = await lockBooks(client, organization)
        if (present !== null && through <= present) throw wrongMonth('This month is already closed')
        await setClosed(client, organization, { through, by: person.id })
        await noteEvent(client, { event: 'month-closed', actor: person.id, organization, details: month })
        return booksOf(client, organization, clock())
      })
    },

    async reopen({ person, member }: Viewer & { person: Person }, { month, ...proof }: Reopening): Promise<Books> {
      await confirmIdentity(person, proof)
      const { organization } = member
      const books = await inTransaction(database, async (client) => {
        const through = addDays(`${month}-01`, -1)
        const present = await lockBooks(client, organization)
        if (present === null || through >= present) throw wrongMonth('This month is already open')
        await setClosed(client, organization, { through, by: person.id })
        const details = through.slice(0, 7)
        await noteEvent(client, { event: 'month-reopened', actor: person.id, organization, details })
        await tellOwners(client, { organization, by: person, action: 'books-reopened', at: clock() })
        return booksOf(client, organization, clock())
      })
      onMail()
      return books
    },
  }
}

const lastDayOf = (month: string) => addDays(addMonths(`${month}-01`, 1), -1)

const wrongMonth = (message: string) => new Refusal('invalid-fields', { errors: [{ field: 'month', message }] })

/**
 * Waits until everything that is being booked is booked, and lets nothing be booked meanwhile: `find_open_day` of migration 0030 takes
 * the same lock, and shares it. Answers with the day through which the books are closed.
 */
async function lockBooks(client: Queryable, organization: string) {
  await client.query("select pg_advisory_xact_lock(hashtextextended('books:' || $1, 0))", [organization])
  const row = await rowOf(
    client,
    query.selectFrom('closed_books').select('through').where('organization_id', '=', organization),
  )
  return row?.through ?? null
}

async function setClosed(client: Queryable, organization: string, { through, by }: { through: string; by: string }) {
  const closed = { through, closed_at: sql<Date>`now()`, closed_by: by }
  await run(
    client,
    query
      .insertInto('closed_books')
      .values({ organization_id: organization, ...closed })
      .onConflict((known) => known.column('organization_id').doUpdateSet(closed)),
  )
}
