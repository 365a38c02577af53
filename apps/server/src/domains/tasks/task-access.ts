import type { NoteReaders } from '@sherpa/contracts/contact-log'
import { Refusal } from '@sherpa/contracts/problem'
import type { TaskAbout } from '@sherpa/contracts/task'
import { type RawBuilder, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { filterIds, rowOf } from '../../persistence/queries.ts'
import { isPresentAthlete, isVisibleAthlete, requireAthleteForShare } from '../athletes/athletes.ts'
import { publicCompanies, requireCompany } from '../companies/companies.ts'
import { listReadableAudiences } from '../contact-log/contact-log.ts'
import { isVisibleDeal, lockDeals, publicDeals, seesDealsWith } from '../deals/deals.ts'

export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** Value of `due_sort` at the start of a day, which all indexes of open tasks have. */
export const startOfDay = (day: string) => sql<number>`((${day}::date - date '2000-01-01') * 1441)`

/** Day of a task with one, by `due_sort`: so the indexes of open tasks cover it. */
export const dayOfTask = sql<string>`(date '2000-01-01' + t.due_sort / 1441)`

/**
 * Condition on tasks `t`: assigned to the viewer. Unassigned open tasks belong to the owners; completed ones may be
 * private tasks of someone who left.
 */
export function isOwnTask({ person, member }: Viewer): RawBuilder<boolean> {
  const isAssigned = sql<boolean>`t.assignee_id = ${person.id}`
  return member.role === 'owner'
    ? sql`(${isAssigned} or (t.assignee_id is null and (t.done_at is null or t.done_by = ${person.id})))`
    : isAssigned
}

/** Condition on tasks `t`: the viewer may open the record. `none` decides about tasks without a record. */
export function isRecordVisible(viewer: Viewer, none: RawBuilder<boolean>, table = 't'): RawBuilder<boolean> {
  const { permissions, role } = viewer.member
  const column = (name: string) => sql.ref<string>(`${table}.${name}`)
  const [athlete, deal, company] = [column('athlete_id'), column('deal_id'), column('company_id')]
  const seesDeals = permissions.includes('deals.view')
  const ofAthlete = permissions.includes('athletes.view') ? isVisibleAthlete(viewer, athlete) : sql`false`
  const ofDeal = seesDeals ? isVisibleDeal(viewer, deal) : sql`false`
  const ofCompany = !seesDeals ? sql`false` : role === 'athlete' ? seesDealsWith(viewer, company) : sql`true`
  return sql`case when ${athlete} is not null then ${ofAthlete} when ${deal} is not null then ${ofDeal}
    when ${company} is not null then ${ofCompany} else ${none} end`
}

/** Readers of the entry from which a task was made, or nobody but its author and the assignee. */
export type TaskReaders = NoteReaders | 'assignee'

/**
 * Condition on tasks `t`: a task made from an entry has the entry's readers at most, whoever it is assigned to, unless
 * its author tells the assignee.
 */
export function isEntryReadable({ person, member }: Viewer): RawBuilder<boolean> {
  // Athletes read no entries.
  const readable = member.role === 'athlete' ? [] : listReadableAudiences(member.permissions)
  return sql`(t.readers is null or t.created_by = ${person.id} or t.readers = any(${readable}::text[])
    or (t.readers = 'assignee' and t.assignee_id = ${person.id}))`
}

/**
 * Condition on tasks `t`: people who see the record; without a record, creator and assignee. Athletes see only tasks that
 * are assigned to them. Removed records have no tasks: merge moves them, erasure and removal delete or detach them.
 */
export function isTaskVisible(viewer: Viewer): RawBuilder<boolean> {
  const isAthlete = viewer.member.role === 'athlete'
  const isInvolved = isAthlete
    ? sql<boolean>`true`
    : sql<boolean>`(t.created_by = ${viewer.person.id} or ${isOwnTask(viewer)})`
  const seen = isRecordVisible(viewer, isInvolved)
  const readable = isEntryReadable(viewer)
  return isAthlete
    ? sql`(t.assignee_id = ${viewer.person.id} and ${seen} and ${readable})`
    : sql`(${seen} and ${readable})`
}

/** Condition on a column with a task id. */
export function isVisibleTask(viewer: Viewer, task: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (select from tasks t where t.organization_id = ${viewer.member.organization} and t.id = ${task}
    and ${isTaskVisible(viewer)})`
}

/** Filters ids to visible tasks. */
export function filterVisibleTasks(database: Queryable, viewer: Viewer, ids: readonly string[]) {
  const { organization } = viewer.member
  return filterIds(database, { table: 'tasks', as: 't', organization }, ids, isTaskVisible(viewer))
}

/** Whether the member may open the record. */
export async function seesRecord(client: Queryable, viewer: Viewer, about: TaskAbout): Promise<boolean> {
  const { organization } = viewer.member
  const idOf = (kind: TaskAbout['kind']) => (kind === about.kind ? about.id : null)
  const isPresent =
    about.kind === 'athlete'
      ? isPresentAthlete(viewer, sql.ref('r.athlete_id'))
      : sql`exists (select from ${about.kind === 'deal' ? publicDeals : publicCompanies} present
          where present.organization_id = ${organization} and present.id = ${about.id} and present.removed_at is null)`
  const statement = sql<{ seen: boolean }>`select ${isRecordVisible(viewer, sql`false`, 'r')} and ${isPresent} as seen
    from (select ${idOf('athlete')}::uuid as athlete_id, ${idOf('deal')}::uuid as deal_id, ${idOf('company')}::uuid as company_id) r`
  const row = await rowOf(client, statement)
  return row?.seen === true
}

/** Whether the member reads all tasks about the record. Athletes read only their own. */
export async function isTaskReader(client: Queryable, viewer: Viewer, about: TaskAbout): Promise<boolean> {
  return viewer.member.role !== 'athlete' && seesRecord(client, viewer, about)
}

/** Locks the record against merge and removal, and refuses records that the viewer may not open. */
export async function lockRecord(client: Queryable, viewer: Viewer, about: TaskAbout) {
  const { organization } = viewer.member
  if (about.kind === 'athlete') await requireAthleteForShare(client, viewer, about.id)
  if (about.kind === 'deal') await lockDeals(client, organization, sql`array[${about.id}::uuid]`)
  if (about.kind === 'company') await requireCompany(client, organization, about.id)
  if (!(await seesRecord(client, viewer, about))) throw new Refusal('not-found')
}
