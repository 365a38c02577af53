import { Refusal } from '@sherpa/contracts/problem'
import { type NewTask, type Task, type TaskAbout, type TaskChange, taskSubjects } from '@sherpa/contracts/task'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { findEntry } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { findCompanyEntry } from '../companies/companies.ts'
import { isReader } from '../contact-log/contact-log.ts'
import { notify, settleNotifications } from '../notifications/notifications.ts'
import { findMember } from '../organizations/organizations.ts'
import { isTaskVisible, lockRecord, seesRecord, type TaskReaders, type Viewer } from './task-access.ts'
import { loadTask } from './tasks.ts'

type TaskEvent = 'task-added' | 'task-completed' | 'task-reopened' | 'task-removed'

export function createTaskService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    load: (viewer: Viewer, id: string) => loadTask(database, viewer, id),

    add: (viewer: Viewer, task: NewTask, idempotency?: Idempotency): Promise<Task> =>
      inTransaction(database, (client) =>
        answerOnce(client, idempotency, () => addTask(client, viewer, task, clock())),
      ),

    /** Optimistic locking: a stale version is rejected with the current task. */
    change(viewer: Viewer, id: string, { version, changes }: TaskChange): Promise<Task> {
      return inTransaction(database, async (client) => {
        const before = await lockTask(client, viewer, id)
        const present = await loadTask(client, viewer, id)
        if (before.version !== version) throw new Refusal('changed-meanwhile', { present })
        const { title, about, assigneeId, day, tellAssignee } = changes
        const time = changes.time === undefined && day !== undefined ? null : changes.time
        if (time && !(day ?? before.due_on)) throw invalid('time', 'Choose a day for this time')
        if (about) await lockRecord(client, viewer, about)
        const assignee = assigneeId === undefined ? before.assignee_id : assigneeId
        const record = about === undefined ? present.about : about
        let { readers } = before
        // Whoever was told stays told.
        const isTold = readers === 'assignee' && assignee === before.assignee_id
        if (about !== undefined || assigneeId !== undefined) {
          const audience = isTold || !readers ? null : { readers, author: before.created_by ?? '' }
          const tells = await requireAssignee(client, viewer, assignee, record, { audience, tellAssignee })
          if (tells) readers = 'assignee'
        }
        await run(
          client,
          updateTask(viewer, id).set({
            version: sql<number>`version + 1`,
            ...(title !== undefined && { title }),
            ...(about !== undefined && columnsOf(about)),
            ...(assigneeId !== undefined && { assignee_id: assigneeId, readers }),
            ...(day !== undefined && { due_on: day }),
            ...(time !== undefined && { due_time: time }),
          }),
        )
        const changed = await loadTask(client, viewer, id)
        if (assignee !== before.assignee_id) await notifyAssignee(client, viewer, changed)
        return changed
      })
    },

    /** The second of two concurrent completions changes nothing. */
    complete(viewer: Viewer, id: string): Promise<Task> {
      return inTransaction(database, async (client) => {
        const { done_at, created_by, assignee_id } = await lockTask(client, viewer, id)
        if (done_at) return loadTask(client, viewer, id)
        await run(
          client,
          updateTask(viewer, id).set({
            done_at: clock(),
            done_by: viewer.person.id,
            version: sql<number>`version + 1`,
          }),
        )
        const task = await loadTask(client, viewer, id)
        await recordTaskEvent(client, viewer, 'task-completed')
        const { organization } = viewer.member
        await settleNotifications(client, { organization, kind: 'task-assigned', about: { task: id } })
        for (const person of new Set([created_by, assignee_id].filter((one) => one !== null))) {
          // A creator who left has no bell.
          if (!(await findMember(client, organization, person))) continue
          await notify(client, { ...aboutTask(viewer, task), person, kind: 'task-completed' })
        }
        return task
      })
    },

    reopen(viewer: Viewer, id: string): Promise<Task> {
      return inTransaction(database, async (client) => {
        const { done_at } = await lockTask(client, viewer, id)
        if (done_at) {
          await run(
            client,
            updateTask(viewer, id).set({ done_at: null, done_by: null, version: sql<number>`version + 1` }),
          )
          await recordTaskEvent(client, viewer, 'task-reopened')
          const { organization } = viewer.member
          await settleNotifications(client, { organization, kind: 'task-completed', about: { task: id } })
        }
        return loadTask(client, viewer, id)
      })
    },

    async remove(viewer: Viewer, id: string) {
      await inTransaction(database, async (client) => {
        const { created_by } = await lockTask(client, viewer, id)
        if (created_by !== viewer.person.id && viewer.member.role !== 'owner') throw new Refusal('not-yours')
        await run(
          client,
          query.deleteFrom('tasks').where('organization_id', '=', viewer.member.organization).where('id', '=', id),
        )
        await recordTaskEvent(client, viewer, 'task-removed')
      })
    },
  }
}
export type TaskService = ReturnType<typeof createTaskService>

/** Part of the causing transaction. */
export async function addTask(client: Queryable, viewer: Viewer, task: NewTask, now: Date): Promise<Task> {
  const { title, assigneeId = viewer.person.id, day = null, time = null, entryId = null, tellAssignee } = task
  const entry = entryId ? await resolveEntry(client, viewer, entryId) : undefined
  const about = entry ? entry.about : (task.about ?? null)
  if (about) await lockRecord(client, viewer, about)
  const audience = entry ? { readers: entry.readers, author: viewer.person.id } : null
  const tells = await requireAssignee(client, viewer, assigneeId, about, { audience, tellAssignee })
  const id = newId(now.getTime())
  await run(
    client,
    query.insertInto('tasks').values({
      organization_id: viewer.member.organization,
      id,
      title,
      ...columnsOf(about),
      [about?.kind === 'company' ? 'company_entry_id' : 'entry_id']: entryId,
      readers: tells ? 'assignee' : (entry?.readers ?? null),
      assignee_id: assigneeId,
      due_on: day,
      due_time: time,
      created_by: viewer.person.id,
      created_at: now,
    }),
  )
  const added = await loadTask(client, viewer, id)
  await recordTaskEvent(client, viewer, 'task-added')
  await notifyAssignee(client, viewer, added)
  return added
}

async function resolveEntry(client: Queryable, viewer: Viewer, entry: string) {
  const ofAthlete = await findEntry(client, viewer, entry)
  if (ofAthlete) return { about: { kind: 'athlete', id: ofAthlete.athlete } as const, readers: ofAthlete.readers }
  const found = await findCompanyEntry(client, viewer.member.organization, entry)
  if (!found || !isReader(viewer, { readers: found.readers, author: found.author ?? '' }))
    throw new Refusal('not-found')
  return { about: { kind: 'company', id: found.company } as const, readers: found.readers }
}

async function lockTask(client: Queryable, viewer: Viewer, id: string) {
  const task = await rowOf(
    client,
    query
      .selectFrom('tasks as t')
      .select(['t.version', 't.assignee_id', 't.created_by', 't.done_at', 't.due_on'])
      .select(sql<TaskReaders | null>`t.readers`.as('readers'))
      .where('t.organization_id', '=', viewer.member.organization)
      .where('t.id', '=', id)
      .where(isTaskVisible(viewer))
      .forUpdate('t'),
  )
  if (!task) throw new Refusal('not-found')
  return task
}

function updateTask({ member }: Viewer, id: string) {
  return query.updateTable('tasks').where('organization_id', '=', member.organization).where('id', '=', id)
}

const columnsOf = (about: TaskAbout | null) => ({
  athlete_id: about?.kind === 'athlete' ? about.id : null,
  deal_id: about?.kind === 'deal' ? about.id : null,
  company_id: about?.kind === 'company' ? about.id : null,
})

/**
 * The assignee is a member who can open the record and may read the entry of the task. Returns whether the author tells
 * them the words of the task although they may not read the entry.
 */
async function requireAssignee(
  client: Queryable,
  viewer: Viewer,
  assignee: string | null,
  about: TaskAbout | null,
  {
    audience,
    tellAssignee = false,
  }: { audience: { readers: TaskReaders; author: string } | null; tellAssignee: boolean | undefined },
): Promise<boolean> {
  if (assignee === null || assignee === viewer.person.id) return false
  const { organization } = viewer.member
  const member = await findMember(client, organization, assignee)
  if (!member) throw invalid('assigneeId', 'Choose a member of your organization')
  const isAuthor = audience?.author === viewer.person.id
  const tells = audience !== null && !isAmong(audience, { person: { id: assignee }, member })
  if (tells && !isAuthor)
    throw invalid('assigneeId', 'This person can’t read the note. Choose someone else, or add a task of its own')
  if (tells && !tellAssignee)
    throw invalid('tellAssignee', 'This person can’t read the note. Choose someone else, or tell them the task')
  if (!about || (await seesRecord(client, { person: { id: assignee }, member }, about))) return tells
  const person = await rowOf(
    client,
    query.selectFrom(publicUsers.as('u')).select('u.name').where('u.id', '=', assignee),
  )
  throw invalid('assigneeId', `${person?.name ?? 'This person'} can’t open this ${taskSubjects[about.kind]}`)
}

const isAmong = ({ readers, author }: { readers: TaskReaders; author: string }, viewer: Viewer) =>
  readers === 'assignee' ? viewer.person.id === author : isReader(viewer, { readers, author })

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}

/** Without the title, which may contain a name: audit events are immutable. */
function recordTaskEvent(client: Queryable, { person, member }: Viewer, event: TaskEvent) {
  return recordEvent(client, { event, actor: person.id, organization: member.organization })
}

/** With the record, so that erasure finds the notification. */
function aboutTask({ person, member }: Viewer, { id, title, about, day }: Task) {
  const record = about && about.kind !== 'company' ? { [about.kind]: about.id } : {}
  return {
    organization: member.organization,
    actor: person.id,
    details: { task: id, what: title, ...(day && { day }), ...record },
  }
}

async function notifyAssignee(client: Queryable, viewer: Viewer, task: Task) {
  if (task.assignee) {
    await notify(client, { ...aboutTask(viewer, task), person: task.assignee.id, kind: 'task-assigned' })
  }
}
