import type { LiveTopic } from '@sherpa/contracts/live'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, textOf } from '../../persistence/queries.ts'
import { athleteFacts, athletesSeenAmong, isVisibleAthlete } from '../athletes/athletes.ts'
import { publicPayments } from '../deals/deals.ts'

/** The member making the request. */
export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** Queries for the athletes of changed records, by topic of live updates. */
const athleteQueries = {
  payments: `select p.id, p.athlete_id from ${textOf(publicPayments)} p
    where p.organization_id = $1 and p.id = any($2::uuid[])`,
  expenses: 'select e.id, e.athlete_id from expenses e where e.organization_id = $1 and e.id = any($2::uuid[])',
  payouts: 'select o.id, o.athlete_id from payouts o where o.organization_id = $1 and o.id = any($2::uuid[])',
  'fee-invoices':
    'select i.id, i.athlete_id from fee_invoices i where i.organization_id = $1 and i.id = any($2::uuid[])',
  receipts: `select a.receipt_id as id, a.athlete_id from receipt_allocations a
    where a.organization_id = $1 and a.receipt_id = any($2::uuid[])`,
  entries: `select l.entry_id as id, l.athlete_id from entry_lines l where l.organization_id = $1 and l.entry_id = any($2::uuid[])`,
} as const

/** Filters live updates to records of visible athletes, for members limited to assigned athletes. */
export function filterVisibleMoney(database: Queryable, viewer: Viewer, topic: LiveTopic) {
  if (topic === 'bank-lines') return async () => []
  if (!Object.hasOwn(athleteQueries, topic)) return undefined
  return async (ids: readonly string[]): Promise<string[]> => {
    const { rows } = await database.query<{ id: string; athlete_id: string | null }>(
      athleteQueries[topic as keyof typeof athleteQueries],
      [viewer.member.organization, ids],
    )
    const athletes = [...new Set(rows.flatMap(({ athlete_id }) => athlete_id ?? []))]
    const visible = new Set(await athletesSeenAmong(database, viewer, athletes))
    return [...new Set(rows.filter(({ athlete_id }) => athlete_id && visible.has(athlete_id)).map(({ id }) => id))]
  }
}

/** Loads a visible athlete, even one removed from the roster: they may still owe money. */
export async function loadAthlete(client: Queryable, viewer: Viewer, id: string) {
  const athlete = await rowOf(
    client,
    query
      .selectFrom(athleteFacts.as('a'))
      .select('a.name')
      .select(sql<string>`trim(a.given_name || ' ' || a.family_name)`.as('legalName'))
      .where('a.organization_id', '=', viewer.member.organization)
      .where('a.id', '=', id)
      .where(isVisibleAthlete(viewer, sql.ref('a.id'))),
  )
  if (!athlete) throw new Refusal('not-found')
  return athlete
}
