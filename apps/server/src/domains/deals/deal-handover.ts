import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf } from '../../persistence/queries.ts'
import type { HandoverPart } from '../organizations/organizations.ts'
import { filterVisibleDeals, isDealVisible, type Viewer } from './deal-access.ts'
import { addTimelineEntries } from './deal-timeline.ts'

/** Condition on `deals d`: the viewer can work on it. Athletes see their own, but lead none. */
export function isReachable(viewer: Viewer): RawBuilder<boolean> {
  const { role, permissions } = viewer.member
  return role !== 'athlete' && permissions.includes('deals.view') ? isDealVisible(viewer) : sql`false`
}

/** Deals that a person leads. Their key dates, deliverables and payments go with them. */
export const dealHandover: HandoverPart = {
  kind: 'deals',
  neededToAct: 'deals.edit',

  async holders(client, organization) {
    const rows = await rowsOf(
      client,
      query
        .selectFrom('deals')
        .select('lead_id as id')
        .distinct()
        .where('organization_id', '=', organization)
        .where('removed_at', 'is', null)
        .where('lead_id', 'is not', null)
        .$narrowType<{ id: string }>(),
    )
    return rows.map(({ id }) => id)
  },

  async find(client, { organization, person, after }, viewer) {
    const lost = after ? sql`not ${isReachable({ person: { id: person }, member: after })}` : sql`true`
    return rowsOf(
      client,
      sql<{ id: string; name: string; athlete: string; seen: boolean }>`select d.id, d.title as name,
          d.athlete_id as athlete, ${viewer ? isReachable(viewer) : sql`false`} as seen
        from deals d where d.organization_id = ${organization} and d.lead_id = ${person} and d.removed_at is null
          and ${lost} order by d.id`,
    )
  },

  async filterAble(client, viewer, ids) {
    const { role, permissions } = viewer.member
    return role !== 'athlete' && permissions.includes('deals.view') ? filterVisibleDeals(client, viewer, ids) : []
  },

  async assign(client, { organization, actor, person }, moves) {
    const changed = await setLeads(
      client,
      { organization, actor },
      moves,
      sql`(d.lead_id is null or d.lead_id = ${person})`,
    )
    return moves.filter(({ id }) => changed.includes(id))
  },

  async moveBack(client, { organization, actor, person, at }, moves) {
    const untouched = sql<boolean>`d.lead_id = x.holder and d.last_active_at = ${at}::timestamptz and d.removed_at is null
      and not exists (select from deal_timeline t where t.organization_id = d.organization_id and t.deal_id = d.id
        and t.at > ${at}::timestamptz)`
    const back = moves.map(({ id, to }) => ({ id, to: person, holder: to }))
    return (await setLeads(client, { organization, actor }, back, untouched)).length
  },
}

/** Sets the leads of deals `d` under a condition and returns the changed ones. */
async function setLeads(
  client: Queryable,
  { organization, actor }: { organization: string; actor: string | undefined },
  moves: readonly { id: string; to: string; holder?: string }[],
  condition: RawBuilder<boolean>,
): Promise<string[]> {
  const changed = await rowsOf(
    client,
    sql<{ id: string }>`with moved (id, receiver, holder) as (select * from unnest(${moves.map(({ id }) => id)}::uuid[],
        ${moves.map(({ to }) => to)}::uuid[], ${moves.map(({ holder }) => holder ?? null)}::uuid[])),
      locked as (select d.id, x.receiver from deals d join moved x on x.id = d.id
        where d.organization_id = ${organization} and ${condition} order by d.id for no key update of d)
      update deals d set lead_id = locked.receiver, version = d.version + 1, last_active_at = now()
      from locked where d.organization_id = ${organization} and d.id = locked.id returning d.id`,
  )
  const deals = changed.map(({ id }) => id)
  const author = { person: actor ? { id: actor } : null, member: { organization } }
  await addTimelineEntries(client, author, deals, { kind: 'changed', changes: ['lead'] })
  return deals
}

/** Open key dates and deliverables of the deals. */
export async function countDates(client: Queryable, organization: string, deals: readonly string[]): Promise<number> {
  const { count } = await oneRowOf(client, {
    compile: () =>
      sql<{ count: number }>`select count(*)::integer as count from ${openDates(organization)} x
      where x.deal_id = any(${deals}::uuid[])`.compile(query),
  })
  return count
}

/** Subquery of open key dates and deliverables. */
const openDates = (organization: string) => sql`(
  select k.deal_id from key_dates k where k.organization_id = ${organization} and not k.canceled and k.done_at is null
  union all select l.deal_id from deliverables l where l.organization_id = ${organization}
    and l.state in ('planned', 'submitted', 'returned'))`

/** Open dates of deals that no member leads. */
export async function countDatesWithoutOwner(client: Queryable, organization: string): Promise<number> {
  const { count } = await oneRowOf(client, {
    compile: () =>
      sql<{ count: number }>`select count(*)::integer as count from ${openDates(organization)} x
      join deals d on d.organization_id = ${organization} and d.id = x.deal_id
      where d.removed_at is null and d.lead_id is null`.compile(query),
  })
  return count
}
