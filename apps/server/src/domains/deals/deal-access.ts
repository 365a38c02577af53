import type { DealKind } from '@sherpa/contracts/deal'
import type { DealStage } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { lockAthleteOf, ofSeenAthletes } from '../athletes/athletes.ts'
import { memberNow } from '../organizations/organizations.ts'

/** Who asks: everything about deals depends on it. */
export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** Without it, no amount is shown, sorted by, exported, or let on in any other way. */
export function seesMoney({ member }: Viewer) {
  return member.permissions.includes('money.view')
}

/** For the table of deals, called `d`: those of athletes whom the viewer sees. To athletes themselves, drafts and reviews do not exist. */
export function seenDeals(viewer: Viewer): RawBuilder<boolean> {
  const seen = ofSeenAthletes(viewer, sql.ref('d.athlete_id'))
  return viewer.member.role === 'athlete' ? sql`(${seen} and (d.shared or d.in_force is not null))` : seen
}

/** Of a deal that the viewer sees: athletes see its newest version once it is shared, and what is in force before. */
export function newestSeenBy({ member }: Viewer, { newest, inForce, shared }: Shared) {
  return member.role === 'athlete' && !shared && inForce !== null ? inForce : newest
}
type Shared = { newest: number; inForce: number | null; shared: boolean }

/**
 * Until the end of the transaction nobody else changes the deal. Its athlete is locked first: so deals of one athlete that exclude each
 * other are decided about one after the other, and every transaction takes these locks in the same order.
 */
export async function lockDeal(client: Queryable, viewer: Viewer, id: string) {
  const { organization } = viewer.member
  const deal = await lockDealOf(client, organization, id)
  const [seen] = deal ? await dealsSeenAmong(client, viewer, [id]) : []
  if (!deal || !seen) throw new Refusal('not-found')
  return deal
}

/** The same for whoever is known to see it: the system, or a guardian. */
export async function lockDealOf(client: Queryable, organization: string, id: string) {
  for (;;) {
    const athlete = await lockAthleteOf(
      client,
      organization,
      sql`(select athlete_id from deals where organization_id = ${organization} and id = ${id})`,
    )
    const deal = await rowOf(
      client,
      query
        .selectFrom('deals')
        .selectAll()
        .where('organization_id', '=', organization)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .$narrowType<{ stage: DealStage; kind: DealKind }>()
        .forUpdate(),
    )
    // Two athletes may have been merged before the lock was taken.
    if (!deal || deal.athlete_id === athlete?.id) return deal
  }
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

const tableOf = { deliverables: 'deliverables', 'key-dates': 'key_dates' } as const

/** Those of the deliverables or key dates that belong to deals which the viewer sees. */
export async function workSeenAmong(
  database: Queryable,
  viewer: Viewer,
  topic: keyof typeof tableOf,
  ids: readonly string[],
): Promise<string[]> {
  const statement = sql<{ id: string }>`select x.id from ${sql.table(tableOf[topic])} x
    join deals d on d.organization_id = x.organization_id and d.id = x.deal_id
    where x.organization_id = ${viewer.member.organization} and x.id = any(${ids}::uuid[])
      and d.removed_at is null and ${seenDeals(viewer)}`
  const rows = await rowsOf(database, { compile: () => statement.compile(query) })
  return rows.map(({ id }) => id)
}

/** Colleagues see all companies, athletes those that they have a deal with. */
export function companiesHeardOf(database: Queryable, viewer: Viewer) {
  if (viewer.member.role !== 'athlete') return undefined
  return async (ids: readonly string[]): Promise<string[]> => {
    const rows = await rowsOf(
      database,
      query
        .selectFrom('deals as d')
        .select('d.company_id as id')
        .distinct()
        .where('d.organization_id', '=', viewer.member.organization)
        .where(sql<boolean>`d.company_id = any(${ids}::uuid[])`)
        .where('d.removed_at', 'is', null)
        .where(seenDeals(viewer)),
    )
    return rows.map(({ id }) => id)
  }
}

/** Whether a member sees the deal at this moment, and its amounts where that matters: for what is sent to them. */
export async function mayReadDeal(
  client: Queryable,
  organization: string,
  person: string,
  { deal, money }: { deal: string; money?: true },
) {
  const member = await memberNow(client, organization, person)
  if (!member?.permissions.includes('deals.view')) return false
  const viewer = { person: { id: person }, member }
  return (!money || seesMoney(viewer)) && (await dealsSeenAmong(client, viewer, [deal])).length > 0
}
