import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import type { HandoverPart } from '../organizations/organizations.ts'
import { may, type Viewer } from './athlete-access.ts'
import { isVisibleAthlete } from './athletes.ts'
import { addChanges } from './timeline.ts'

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
    await removeAssignments(
      client,
      organization,
      moves.map(({ id }) => ({ id, to: person })),
    )
    const added = await addAssignments(client, organization, moves)
    const changes = moves.map(({ id, to }) => ({
      id,
      before: names.get(person),
      after: added.has(id) ? names.get(to) : null,
    }))
    await addEntries(client, organization, actor, changes)
    return [...moves]
  },

  async moveBack(client, { organization, actor, person, at }, moves) {
    const names = await findNames(client, [person, ...moves.map(({ to }) => to)])
    const held = await rowsOf(
      client,
      sql<{
        id: string
        to: string
        received: boolean
      }>`select x.id, x.receiver as to, s.assigned_at = ${at}::timestamptz as received
        from ${listOf(moves)} join athlete_assignments s on s.organization_id = ${organization} and s.athlete_id = x.id and s.user_id = x.receiver
        join athletes a on a.organization_id = s.organization_id and a.id = s.athlete_id
        where a.removed_at is null order by x.id`,
    )
    await removeAssignments(
      client,
      organization,
      held.filter(({ received }) => received),
    )
    await addAssignments(
      client,
      organization,
      held.map(({ id }) => ({ id, to: person })),
    )
    const changes = held.map(({ id, to, received }) => ({
      id,
      before: received ? names.get(to) : null,
      after: names.get(person),
    }))
    await addEntries(client, organization, actor, changes)
    return held.length
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

type Assignment = { id: string; to: string }

const listOf = (assignments: readonly Assignment[]) =>
  sql`unnest(${assignments.map(({ id }) => id)}::uuid[], ${assignments.map(({ to }) => to)}::uuid[]) as x (id, receiver)`

function removeAssignments(client: Queryable, organization: string, assignments: readonly Assignment[]) {
  return run(
    client,
    sql`delete from athlete_assignments s using ${listOf(assignments)}
      where s.organization_id = ${organization} and s.athlete_id = x.id and s.user_id = x.receiver`,
  )
}

/** Returns the athletes whom their receiver did not manage before. */
async function addAssignments(client: Queryable, organization: string, assignments: readonly Assignment[]) {
  const added = await rowsOf(
    client,
    sql<{ id: string }>`insert into athlete_assignments (organization_id, athlete_id, user_id)
      select ${organization}, x.id, x.receiver from ${listOf(assignments)} order by x.id on conflict do nothing
      returning athlete_id as id`,
  )
  return new Set(added.map(({ id }) => id))
}

type Change = { id: string; before: string | null | undefined; after: string | null | undefined }

async function addEntries(
  client: Queryable,
  organization: string,
  actor: string | undefined,
  changes: readonly Change[],
) {
  const author = { person: actor ? { id: actor } : null, member: { organization } }
  const entries = changes.map(({ id, before, after }) => ({
    athlete: id,
    changes: [{ field: 'lookedAfterBy', before: before ?? null, after: after ?? null }],
  }))
  await addChanges(client, author, entries)
}

async function findNames(client: Queryable, ids: readonly string[]) {
  const rows = await rowsOf(
    client,
    query.selectFrom(publicUsers.as('u')).select(['u.id', 'u.name']).where(sql<boolean>`u.id = any(${ids}::uuid[])`),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
