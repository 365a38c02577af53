import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicDeals } from '../deals/deals.ts'
import type { HandoverPart, Move } from '../organizations/organizations.ts'
import { isEntryReadable, isRecordVisible, isTaskVisible, type Viewer } from './task-access.ts'

/** Condition on tasks `t`: the member can open the record and the entry. Anyone can do a task without one. */
const isReachable = (viewer: Viewer): RawBuilder<boolean> =>
  sql`(${isRecordVisible(viewer, sql`true`)} and ${isEntryReadable(viewer)})`

/** Open tasks of a person. */
export const taskHandover: HandoverPart = {
  kind: 'tasks',
  neededToAct: undefined,

  async holders(client, organization) {
    const rows = await rowsOf(
      client,
      query
        .selectFrom('tasks')
        .select('assignee_id as id')
        .distinct()
        .where('organization_id', '=', organization)
        .where('done_at', 'is', null)
        .where('assignee_id', 'is not', null)
        .$narrowType<{ id: string }>(),
    )
    return rows.map(({ id }) => id)
  },

  async find(client, { organization, person, after }, viewer) {
    const lost = after ? sql`not ${isReachable({ person: { id: person }, member: after })}` : sql`true`
    return rowsOf(
      client,
      sql<{ id: string; name: string; athlete: string | null; seen: boolean }>`select t.id, t.title as name,
          coalesce(t.athlete_id, d.athlete_id) as athlete, ${viewer ? isTaskVisible(viewer) : sql`false`} as seen
        from tasks t left join ${publicDeals} d on d.organization_id = t.organization_id and d.id = t.deal_id
        where t.organization_id = ${organization} and t.assignee_id = ${person} and t.done_at is null and ${lost}
        order by t.id`,
    )
  },

  async filterAble(client, viewer, ids) {
    if (viewer.member.role === 'athlete') return []
    const rows = await rowsOf(
      client,
      sql<{ id: string }>`select t.id from tasks t where t.organization_id = ${viewer.member.organization}
        and t.id = any(${ids}::uuid[]) and ${isReachable(viewer)}`,
    )
    return rows.map(({ id }) => id)
  },

  assign: (client, { organization, person }, moves) =>
    setAssignees(client, organization, moves, sql`(t.assignee_id is null or t.assignee_id = ${person})`),

  async moveBack(client, { organization, person }, moves) {
    const back = moves.map((move) => ({ ...move, to: person, holder: move.to }))
    const untouched = sql<boolean>`t.assignee_id = x.holder and t.version = x.version`
    return (await setAssignees(client, organization, back, untouched)).length
  },
}

/** Assigns open tasks `t` under a condition. */
function setAssignees(
  client: Queryable,
  organization: string,
  moves: readonly (Move & { holder?: string })[],
  condition: RawBuilder<boolean>,
): Promise<Move[]> {
  return rowsOf(
    client,
    sql<{
      id: string
      to: string
      version: number
    }>`update tasks t set assignee_id = x.receiver, version = t.version + 1
      from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ to }) => to)}::uuid[],
        ${moves.map(({ holder }) => holder ?? null)}::uuid[], ${moves.map(({ version }) => version ?? null)}::integer[])
        as x (id, receiver, holder, version)
      where t.organization_id = ${organization} and t.id = x.id and t.done_at is null and ${condition}
      returning t.id, t.assignee_id as to, t.version`,
  )
}
