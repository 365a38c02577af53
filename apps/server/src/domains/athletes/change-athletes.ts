import {
  type AthleteSelection,
  athletesQuery,
  type BulkChange,
  type BulkResult,
  MOST_AT_ONCE,
  MOST_UNDONE,
  type Stage,
} from '@sherpa/contracts/athlete'
import { stages } from '@sherpa/contracts/labels'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import { inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { currentDay, publicMemberships, releaseUnreachableWork } from '../organizations/organizations.ts'
import { seenAmong, type Viewer } from './athlete-access.ts'
import { listIds } from './athletes.ts'
import type { ChangeParts } from './change-athlete.ts'
import { lockProgram } from './program-access.ts'

/** Changes one field of many athletes in one transaction. */
export function createBulkAthleteChangeService({ database, requireRoomForAthletes }: ChangeParts) {
  return async (viewer: Viewer, { selection, change }: BulkChange): Promise<BulkResult> =>
    inTransaction(database, async (client) => {
      const ids = await resolveSelection(client, viewer, selection)
      const { organization } = viewer.member
      const {
        statement,
        before,
        after,
        field,
        person,
        revert,
        isInternal = false,
      } = await planChange(client, viewer, change, ids)
      const rows = await rowsOf(client, statement)
      const changed = rows.map(({ id }) => id)
      if ('stage' in change && change.stage === 'signed') await requireRoomForAthletes(client, organization, 0)
      if (changed.length === 0) return { changed: 0, undo: [] }
      if ('unassign' in change || 'removeProgram' in change) await releaseUnreachableWork(client, organization)
      if (!isInternal)
        await client.query(
          `insert into athlete_timeline (organization_id, athlete_id, actor_id, kind, changes)
         select $1, id, $3, 'changed', jsonb_build_array(jsonb_build_object('field', $4::text, 'before', before, 'after', $6::text))
         from unnest($2::uuid[], $5::text[]) as x(id, before)`,
          [
            organization,
            changed,
            viewer.person.id,
            field,
            rows.map(({ former }) => (former ? stages[former] : before)),
            after,
          ],
        )
      if (!('stage' in change) && !isInternal) {
        await client.query(
          `update athletes set version = version + 1, last_active_at = now()
           where organization_id = $1 and id = any($2::uuid[])`,
          [organization, changed],
        )
      }
      const formerStages = [...new Set(rows.flatMap(({ former }) => (former ? [stages[former]] : [])))].join(', ')
      const byId = (name: string | null) => name && (person ?? name)
      const auditedChange = { field, before: formerStages || byId(before), after: byId(after) }
      await recordEvent(client, {
        event: 'athletes-changed',
        actor: viewer.person.id,
        organization,
        details: `${changed.length}: ${field}`,
        ...(!isInternal && { changes: [auditedChange] }),
      })
      return { changed: changed.length, undo: !revert || changed.length > MOST_UNDONE ? [] : buildUndo(rows, revert) }
    })
}

type Changed = { id: string; former?: Stage | null }

/** Groups by the previous stage, so that each athlete gets its own back. */
function buildUndo(rows: Changed[], revert: NonNullable<Change['revert']>): BulkChange[] {
  return [...Map.groupBy(rows, ({ former }) => former)].map(([former, some]) => ({
    selection: { ids: some.map(({ id }) => id) },
    change: revert(former),
  }))
}

/** Visible ids, or all of a list if its count still matches. */
export async function resolveSelection(
  client: Queryable,
  viewer: Viewer,
  selection: AthleteSelection,
): Promise<string[]> {
  if ('ids' in selection) return seenAmong(client, viewer, selection.ids)
  const parsed = athletesQuery.safeParse(Object.fromEntries(new URLSearchParams(selection.list)))
  if (!parsed.success) {
    const message = 'Send the search and the filters of a list'
    throw new Refusal('invalid-fields', { errors: [{ field: 'selection.list', message }] })
  }
  const all = await listIds(client, viewer, parsed.data, MOST_AT_ONCE + selection.except.length + 1)
  const ids = all.filter((id) => !selection.except.includes(id))
  if (ids.length !== selection.count) throw new Refusal('selection-changed')
  return ids
}

type Change = {
  statement: RawBuilder<Changed>
  field: string
  before: string | null
  after: string | null
  /** Whose name the values are. */
  person?: string
  /** Not on the timeline, whose readers may not see it. */
  isInternal?: true
  /** Change that undoes this one for athletes of a former stage. */
  /** Undefined: it cannot be undone. */
  revert: ((former: Stage | null | undefined) => BulkChange['change']) | undefined
}

/** The statement skips athletes without an effective change and returns the changed ones. */
async function planChange(
  client: Queryable,
  viewer: Viewer,
  change: BulkChange['change'],
  ids: string[],
): Promise<Change> {
  const { organization } = viewer.member
  const among = sql`any(${ids}::uuid[])`
  if ('stage' in change) {
    const { stage, from } = change
    return {
      statement: sql`update athletes a set stage = ${stage}, version = version + 1, last_active_at = now()
        from (select id, stage as former from athletes where organization_id = ${organization} and id = ${among}
          and stage is distinct from ${stage} and (${from === undefined}::boolean or stage is not distinct from ${from ?? null}::text) order by id for update) before
        where a.organization_id = ${organization} and a.id = before.id returning a.id, before.former`,
      // Keeps later changes by colleagues.
      revert: (former) => ({ stage: former === undefined ? stage : former, from: stage }),
      field: 'stage',
      before: null,
      after: stage && stages[stage],
    }
  }
  if ('addTag' in change || 'removeTag' in change) {
    const id = 'addTag' in change ? change.addTag : change.removeTag
    const tag = await rowOf(
      client,
      query.selectFrom('tags').select('name').where('organization_id', '=', organization).where('id', '=', id),
    )
    if (!tag) throw invalid('change', 'This tag no longer exists')
    const isAddition = 'addTag' in change
    return {
      statement: isAddition
        ? sql`insert into athlete_tags select ${organization}::uuid, id, ${id}::uuid from unnest(${ids}::uuid[]) as id
            on conflict do nothing returning athlete_id as id`
        : sql`delete from athlete_tags where organization_id = ${organization} and tag_id = ${id} and athlete_id = ${among}
            returning athlete_id as id`,
      revert: () => (isAddition ? { removeTag: id } : { addTag: id }),
      field: 'tags',
      before: isAddition ? null : tag.name,
      after: isAddition ? tag.name : null,
    }
  }
  if ('addProgram' in change || 'removeProgram' in change) return planProgramChange(client, viewer, change, ids)
  const person = 'assign' in change ? change.assign : change.unassign
  const [member] = await rowsOf(
    client,
    query
      .selectFrom(publicMemberships.as('m'))
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .select('u.name')
      .where('m.organization_id', '=', organization)
      .where('m.user_id', '=', person)
      .where('m.role', '<>', 'athlete'),
  )
  if (!member) throw invalid('change', 'Choose a member')
  const isAssignment = 'assign' in change
  return {
    statement: isAssignment
      ? sql`insert into athlete_assignments (organization_id, athlete_id, user_id)
          select ${organization}::uuid, id, ${person}::uuid from unnest(${ids}::uuid[]) as id
          on conflict do nothing returning athlete_id as id`
      : sql`delete from athlete_assignments where organization_id = ${organization} and user_id = ${person}
          and athlete_id = ${among} returning athlete_id as id`,
    revert: () => (isAssignment ? { unassign: person } : { assign: person }),
    field: 'lookedAfterBy',
    person,
    before: isAssignment ? null : member.name,
    after: isAssignment ? member.name : null,
  }
}

/** From today, or until yesterday. Days that begin today or later are removed. */
async function planProgramChange(
  client: Queryable,
  viewer: Viewer,
  change: { addProgram: string } | { removeProgram: string },
  ids: string[],
): Promise<Change> {
  const { organization } = viewer.member
  const isAddition = 'addProgram' in change
  // A merge that is under way may add days of its own.
  await rowsOf(
    client,
    sql`select id from athletes where organization_id = ${organization} and id = any(${ids}::uuid[]) order by id for no key update`,
  )
  const { id } = await lockProgram(client, viewer, isAddition ? change.addProgram : change.removeProgram)
  const today = currentDay(organization)
  const open = sql`x.organization_id = ${organization} and x.program_id = ${id} and (x.ends_on is null or x.ends_on >= ${today})`
  return {
    statement: isAddition
      ? sql`insert into program_athletes (organization_id, program_id, athlete_id, starts_on)
          select ${organization}::uuid, ${id}::uuid, chosen.id, ${today} from unnest(${ids}::uuid[]) as chosen (id)
          where not exists (select from program_athletes x where ${open} and x.athlete_id = chosen.id) returning athlete_id as id`
      : sql`with removed as (delete from program_athletes x where ${open} and x.starts_on >= ${today}
            and x.athlete_id = any(${ids}::uuid[]) returning x.athlete_id),
          ended as (update program_athletes x set ends_on = ${today} - 1 where ${open} and x.starts_on < ${today}
            and x.athlete_id = any(${ids}::uuid[]) returning x.athlete_id)
          select athlete_id as id from removed union select athlete_id from ended`,
    // Removed days cannot be restored by a change from today.
    revert: isAddition ? () => ({ removeProgram: id }) : undefined,
    field: 'programs',
    before: null,
    after: null,
    isInternal: true,
  }
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}
