import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import type { HandoverPart } from '../organizations/organizations.ts'
import { may, type Viewer } from './athlete-access.ts'
import { isVisibleAthlete } from './athletes.ts'
import { addTimelineEntry } from './timeline.ts'

const canManage = (viewer: Viewer) => viewer.member.role !== 'athlete' && may(viewer, 'athletes.view')

/** Athletes whom a person manages. The assignment itself gives access to them. */
export const athleteHandover: HandoverPart = {
  kind: 'athletes',
  neededToAct: 'athletes.view',

  async holders(client, organization) {
    const rows = await rowsOf(
      client,
      query.selectFrom('athlete_assignments').select('user_id').distinct().where('organization_id', '=', organization),
    )
    return rows.map(({ user_id }) => user_id)
  },

  async find(client, { organization, person, after }, viewer) {
    if (after && canManage({ person: { id: person }, member: after })) return []
    const seen = viewer && may(viewer, 'athletes.view') ? isVisibleAthlete(viewer, sql.ref('a.id')) : sql`false`
    return rowsOf(
      client,
      sql<{ id: string; name: string; athlete: string; seen: boolean }>`select a.id, name_of_athlete(a) as name,
          a.id as athlete, ${seen} as seen
        from athlete_assignments s join athletes a on a.organization_id = s.organization_id and a.id = s.athlete_id
        where s.organization_id = ${organization} and s.user_id = ${person} and a.removed_at is null order by a.id`,
    )
  },

  filterAble: async (_, viewer, ids) => (canManage(viewer) ? [...ids] : []),

  async assign(client, { organization, actor, person }, moves) {
    const names = await findNames(client, [person, ...moves.map(({ to }) => to)])
    for (const { id, to } of moves) {
      await removeAssignment(client, organization, id, person)
      const added = await addAssignment(client, organization, id, to)
      await addEntry(client, organization, actor, id, names.get(person), added ? names.get(to) : null)
    }
    return [...moves]
  },

  async moveBack(client, { organization, actor, person, at }, moves) {
    const names = await findNames(client, [person, ...moves.map(({ to }) => to)])
    let count = 0
    for (const { id, to } of moves) {
      const [held] = await rowsOf(
        client,
        sql<{ received: boolean }>`select s.assigned_at = ${at}::timestamptz as received from athlete_assignments s
          join athletes a on a.organization_id = s.organization_id and a.id = s.athlete_id
          where s.organization_id = ${organization} and s.athlete_id = ${id} and s.user_id = ${to} and a.removed_at is null`,
      )
      if (!held) continue
      if (held.received) await removeAssignment(client, organization, id, to)
      await addAssignment(client, organization, id, person)
      await addEntry(client, organization, actor, id, held.received ? names.get(to) : null, names.get(person))
      count++
    }
    return count
  },
}

/** Managers of athletes, the first assigned first. */
export function listManagers(client: Queryable, organization: string, athletes: readonly string[]) {
  return rowsOf(
    client,
    query
      .selectFrom('athlete_assignments')
      .select(['athlete_id as athlete', 'user_id as person'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`athlete_id = any(${athletes}::uuid[])`)
      .orderBy('assigned_at')
      .orderBy('user_id'),
  )
}

function removeAssignment(client: Queryable, organization: string, athlete: string, person: string) {
  return run(
    client,
    query
      .deleteFrom('athlete_assignments')
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where('user_id', '=', person),
  )
}

/** Returns whether they did not manage the athlete before. */
async function addAssignment(client: Queryable, organization: string, athlete: string, person: string) {
  const row = { organization_id: organization, athlete_id: athlete, user_id: person }
  const insertion = query.insertInto('athlete_assignments').values(row)
  return (
    (await run(
      client,
      insertion.onConflict((conflict) => conflict.doNothing()),
    )) > 0
  )
}

async function addEntry(
  client: Queryable,
  organization: string,
  actor: string | undefined,
  athlete: string,
  before: string | null | undefined,
  after: string | null | undefined,
) {
  const author = { person: actor ? { id: actor } : null, member: { organization } }
  const change = { field: 'lookedAfterBy', before: before ?? null, after: after ?? null }
  await addTimelineEntry(client, author, athlete, { kind: 'changed', changes: [change] })
}

async function findNames(client: Queryable, ids: readonly string[]) {
  const rows = await rowsOf(
    client,
    query.selectFrom(publicUsers.as('u')).select(['u.id', 'u.name']).where(sql<boolean>`u.id = any(${ids}::uuid[])`),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
