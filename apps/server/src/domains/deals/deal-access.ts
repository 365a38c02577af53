import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { ofSeenAthletes } from '../athletes/athletes.ts'

/** Who asks: everything about deals depends on it. */
export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** Without it, no amount is shown, sorted by, exported, or let on in any other way. */
export function seesMoney({ member }: Viewer) {
  return member.permissions.includes('money.view')
}

/** For the table of deals, called `d`: those of athletes whom the viewer sees. */
export function seenDeals(viewer: Viewer) {
  return ofSeenAthletes(viewer, sql.ref('d.athlete_id'))
}

/** Until the end of the transaction nobody else changes the deal. */
export async function lockDeal(client: Queryable, viewer: Viewer, id: string) {
  const deal = await rowOf(
    client,
    query
      .selectFrom('deals as d')
      .selectAll()
      .where('d.organization_id', '=', viewer.member.organization)
      .where('d.id', '=', id)
      .where('d.removed_at', 'is', null)
      .where(seenDeals(viewer))
      .forUpdate(),
  )
  if (!deal) throw new Refusal('not-found')
  return deal
}
export type LockedDeal = Awaited<ReturnType<typeof lockDeal>>

export async function requireSeenDeal(database: Queryable, viewer: Viewer, id: string) {
  if ((await dealsSeenAmong(database, viewer, [id])).length === 0) throw new Refusal('not-found')
}

/** Those of the deals that the viewer sees. */
export async function dealsSeenAmong(database: Queryable, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('deals as d')
      .select('d.id')
      .where('d.organization_id', '=', viewer.member.organization)
      .where(sql<boolean>`d.id = any(${ids}::uuid[])`)
      .where('d.removed_at', 'is', null)
      .where(seenDeals(viewer)),
  )
  return rows.map(({ id }) => id)
}
