import { addDays } from '@sherpa/contracts/days'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import type { Task, TaskSubject, TasksQuery } from '@sherpa/contracts/task'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'
import { publicDeals } from '../deals/deals.ts'
import { isOwnTask, isTaskVisible, startOfDay, type Viewer } from './task-access.ts'

// biome-ignore lint/suspicious/noExplicitAny: the source tables do not matter here, and their type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>

type Row = {
  id: string
  title: string
  athleteId: string | null
  dealId: string | null
  companyId: string | null
  recordName: string | null
  assigneeId: string | null
  day: string | null
  time: string | null
  doneAt: Date | null
  doneBy: string | null
  createdBy: string | null
  createdAt: Date
  entryId: string | null
  version: number
}

export async function listTasks(database: Database, viewer: Viewer, asked: TasksQuery): Promise<ListPage<Task>> {
  const { scope = 'mine', state = 'open', athlete, deal, company, assignee, from, until, ...paging } = asked
  const page = await listRows(
    database,
    {
      table: 'tasks',
      rows: (source) => {
        let rows = selectTasks(viewer, source).where('t.done_at', state === 'open' ? 'is' : 'is not', null)
        if (scope === 'mine') rows = rows.where(isOwnTask(viewer))
        if (athlete) rows = rows.where('t.athlete_id', '=', athlete)
        if (deal) rows = rows.where('t.deal_id', '=', deal)
        if (company) rows = rows.where('t.company_id', '=', company)
        if (assignee === 'none') rows = rows.where('t.assignee_id', 'is', null)
        else if (assignee) rows = rows.where('t.assignee_id', '=', assignee)
        if (from) rows = rows.where('t.due_sort', '>=', startOfDay(from))
        if (until) rows = rows.where('t.due_sort', '<', startOfDay(addDays(until, 1)))
        return rows
      },
      restricted: true,
      sorts: {
        day: { column: 't.due_sort', type: 'integer', nullable: true },
        done: { column: 't.done_at', type: 'timestamptz', nullable: true },
      },
      sort: state === 'open' ? 'day' : '-done',
      id: { column: 't.id', type: 'uuid' },
      search: { column: 't.folded', indexed: true },
    },
    paging,
  )
  return { ...page, rows: await withNames(database, viewer, page.rows) }
}

export async function loadTask(client: Queryable, viewer: Viewer, id: string): Promise<Task> {
  const row = await rowOf(client, selectTasks(viewer).where('t.id', '=', id))
  const [task] = row ? await withNames(client, viewer, [row]) : []
  if (!task) throw new Refusal('not-found')
  return task
}

/** Visible tasks. */
function selectTasks(viewer: Viewer, source: Source<'tasks'> = sql.raw('tasks')): Statement<Row> {
  return query
    .selectFrom(source.as('t'))
    .leftJoin(athleteFacts.as('a'), (join) =>
      join.onRef('a.organization_id', '=', 't.organization_id').onRef('a.id', '=', 't.athlete_id'),
    )
    .leftJoin(publicDeals.as('d'), (join) =>
      join.onRef('d.organization_id', '=', 't.organization_id').onRef('d.id', '=', 't.deal_id'),
    )
    .leftJoin(publicCompanies.as('c'), (join) =>
      join.onRef('c.organization_id', '=', 't.organization_id').onRef('c.id', '=', 't.company_id'),
    )
    .select([
      't.id',
      't.title',
      't.athlete_id as athleteId',
      't.deal_id as dealId',
      't.company_id as companyId',
      sql<string | null>`coalesce(a.name, d.title, c.name)`.as('recordName'),
      't.assignee_id as assigneeId',
      't.due_on as day',
      't.due_time as time',
      't.done_at as doneAt',
      't.done_by as doneBy',
      't.created_by as createdBy',
      't.created_at as createdAt',
      sql<string | null>`coalesce(t.entry_id, t.company_entry_id)`.as('entryId'),
      't.version',
    ])
    .where('t.organization_id', '=', viewer.member.organization)
    .where(isTaskVisible(viewer)) as unknown as Statement<Row>
}

/** Names of the few people of a page are loaded once, not per row. Deleted accounts have none. */
async function withNames(client: Queryable, viewer: Viewer, rows: readonly Row[]): Promise<Task[]> {
  const ids = new Set(rows.flatMap(({ assigneeId, doneBy, createdBy }) => [assigneeId, doneBy, createdBy]))
  const people = await rowsOf(
    client,
    query
      .selectFrom(publicUsers.as('u'))
      .select(['u.id', 'u.name'])
      .where(sql<boolean>`u.id = any(${[...ids].filter(Boolean)}::uuid[])`)
      .where('u.deleted_at', 'is', null),
  )
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return rows.map((row) => toTask(row, viewer, (id) => (id === null ? null : (names.get(id) ?? null))))
}

function toTask(row: Row, { person, member }: Viewer, nameOf: (id: string | null) => string | null): Task {
  const { athleteId, dealId, companyId, recordName, assigneeId, doneAt, doneBy } = row
  const named = (id: string | null) => {
    const name = nameOf(id)
    return id && name ? { id, name } : null
  }
  const records: [TaskSubject, string | null][] = [
    ['athlete', athleteId],
    ['deal', dealId],
    ['company', companyId],
  ]
  const [about] = records.flatMap(([kind, id]) => (id ? [{ kind, id, name: recordName ?? '' }] : []))
  const isCreator = row.createdBy === person.id
  return {
    id: row.id,
    title: row.title,
    about: about ?? null,
    assignee: named(assigneeId),
    day: row.day,
    time: row.time,
    done: doneAt && { at: doneAt.toISOString(), by: named(doneBy) },
    createdBy: named(row.createdBy),
    createdAt: row.createdAt.toISOString(),
    // Others may not be readers of the entry.
    entryId: isCreator ? row.entryId : null,
    removable: isCreator || member.role === 'owner',
    version: row.version,
  }
}

/** Moves all or some tasks to another company. Returns their ids. */
export async function moveTasksOfCompany(
  client: Queryable,
  organization: string,
  { from, to, only = null }: { from: string; to: string; only?: readonly string[] | null },
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `update tasks set company_id = $3, version = version + 1 where organization_id = $1 and company_id = $2
       and ($4::uuid[] is null or id = any($4)) returning id`,
    [organization, from, to, only],
  )
  return rows.map(({ id }) => id)
}

/** Tasks of a removed company stay with creator and assignee, about nothing. */
export async function detachTasksOfCompany(client: Queryable, organization: string, company: string) {
  await client.query(
    'update tasks set company_id = null, version = version + 1 where organization_id = $1 and company_id = $2',
    [organization, company],
  )
}
