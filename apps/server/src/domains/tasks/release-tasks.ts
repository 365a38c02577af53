import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { notify } from '../notifications/notifications.ts'
import { findMember, ownersOf } from '../organizations/organizations.ts'
import { isRecordVisible, type Viewer } from './task-access.ts'

/** Open tasks of a leaving member go to the owners. */
export async function releaseTasksOfLeaving(
  client: Queryable,
  { organization, person, actor }: { organization: string; person: string; actor: string },
) {
  const released = await release(client, organization, sql`t.assignee_id = ${person}`)
  await reportReleased(client, { organization, count: released, actor, except: person })
}

/** Open tasks about records that their assignee may no longer open go to the owners. */
export async function releaseUnreachableTasks(client: Queryable, organization: string, person?: string) {
  const assignees = await rowsOf(
    client,
    query
      .selectFrom('tasks')
      .select('assignee_id as id')
      .distinct()
      .where('organization_id', '=', organization)
      .where('done_at', 'is', null)
      .where('assignee_id', person ? '=' : 'is not', person ?? null)
      .$narrowType<{ id: string }>(),
  )
  let count = 0
  for (const { id } of assignees) {
    const member = await findMember(client, organization, id)
    if (!member) continue
    const viewer: Viewer = { person: { id }, member }
    count += await release(
      client,
      organization,
      sql`t.assignee_id = ${id} and not ${isRecordVisible(viewer, sql`true`)}`,
    )
  }
  await reportReleased(client, { organization, count })
}

async function release(client: Queryable, organization: string, which: ReturnType<typeof sql<boolean>>) {
  const statement = sql<{ id: string }>`update tasks t set assignee_id = null, version = version + 1
    where t.organization_id = ${organization} and t.done_at is null and ${which} returning t.id`
  const rows = await rowsOf(client, statement)
  return rows.length
}

async function reportReleased(
  client: Queryable,
  { organization, count, actor, except }: { organization: string; count: number; actor?: string; except?: string },
) {
  if (count === 0) return
  await recordEvent(client, { event: 'tasks-released', actor, organization, details: String(count) })
  for (const { id } of await ownersOf(client, organization)) {
    if (id !== except) await notify(client, { organization, person: id, kind: 'tasks-released', details: { count } })
  }
}
