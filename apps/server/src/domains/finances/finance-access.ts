import type { LiveTopic } from '@sherpa/contracts/live'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, textOf } from '../../persistence/queries.ts'
import { athleteFacts, athletesSeenAmong, ofSeenAthletes } from '../athletes/athletes.ts'
import { paymentFacts } from '../deals/deals.ts'

/** Who asks: everything about money depends on it. */
export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** By topic of live updates: whose records they are about. */
const athleteOf = {
  payments: `select p.id, p.athlete_id from ${textOf(paymentFacts)} p
    where p.organization_id = $1 and p.id = any($2::uuid[])`,
  expenses: 'select e.id, e.athlete_id from expenses e where e.organization_id = $1 and e.id = any($2::uuid[])',
  payouts: 'select o.id, o.athlete_id from payouts o where o.organization_id = $1 and o.id = any($2::uuid[])',
  'fee-invoices':
    'select i.id, i.athlete_id from fee_invoices i where i.organization_id = $1 and i.id = any($2::uuid[])',
  receipts: `select a.receipt_id as id, a.athlete_id from receipt_allocations a
    where a.organization_id = $1 and a.receipt_id = any($2::uuid[])`,
  entries: `select l.entry_id as id, l.athlete_id from entry_lines l where l.organization_id = $1 and l.entry_id = any($2::uuid[])`,
} as const

/** What is said of changes to money, to those who see some of the athletes only: which of the records are about these. */
export function moneySeenAmong(database: Queryable, viewer: Viewer, topic: LiveTopic) {
  if (topic === 'bank-lines') return async () => []
  if (!(topic in athleteOf)) return undefined
  return async (ids: readonly string[]): Promise<string[]> => {
    const { rows } = await database.query<{ id: string; athlete_id: string | null }>(
      athleteOf[topic as keyof typeof athleteOf],
      [viewer.member.organization, ids],
    )
    const athletes = [...new Set(rows.flatMap(({ athlete_id }) => athlete_id ?? []))]
    const seen = new Set(await athletesSeenAmong(database, viewer, athletes))
    return [...new Set(rows.filter(({ athlete_id }) => athlete_id && seen.has(athlete_id)).map(({ id }) => id))]
  }
}

/** Whose money it is. Whoever was removed from the roster may still owe something. Refuses if the viewer does not see them. */
export async function athleteWithMoney(client: Queryable, viewer: Viewer, id: string) {
  const athlete = await rowOf(
    client,
    query
      .selectFrom(athleteFacts.as('a'))
      .select('a.name')
      .select(sql<string>`trim(a.given_name || ' ' || a.family_name)`.as('legalName'))
      .where('a.organization_id', '=', viewer.member.organization)
      .where('a.id', '=', id)
      .where(ofSeenAthletes(viewer, sql.ref('a.id'))),
  )
  if (!athlete) throw new Refusal('not-found')
  return athlete
}
