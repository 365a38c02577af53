import type { DeskExportQuery, DeskQuery, DeskRow, PromiseState } from '@sherpa/contracts/desk'
import { waitingStates } from '@sherpa/contracts/desk'
import type { ListPage } from '@sherpa/contracts/list'
import { type NotNull, type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { containsWords } from '../../persistence/lists/search.ts'
import { oneRowOf, query, rowOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { endOfDay, toTimeRange } from './response-deadline.ts'

export type Today = { now: Date; companyTimeZone: string }

export function deskRows(source: Source<'demo_requests'> = sql.raw('demo_requests')) {
  return query
    .selectFrom(source.as('r'))
    .leftJoin(publicUsers.as('a'), 'a.id', 'r.assignee_id')
    .select([
      'r.id',
      'r.reference',
      'r.full_name as name',
      'r.email',
      'r.company',
      'r.state',
      'r.version',
      'r.created_at as createdAt',
      'r.asked_at as askedAt',
      'r.due_at as dueAt',
      'r.answered_at as answeredAt',
      sql<DeskRow['assignee']>`case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end`.as(
        'assignee',
      ),
      'r.demo_at as demoAt',
      'r.time_zone as timeZone',
      'r.offset_minutes as offsetMinutes',
      'r.length_minutes as lengthMinutes',
      'r.erased_at as erasedAt',
    ])
    .$narrowType<{ demoAt: NotNull }>()
}

type ReadRow = Omit<DeskRow, 'createdAt' | 'askedAt' | 'dueAt' | 'answeredAt' | 'demoAt' | 'erasedAt'> & {
  createdAt: Date
  askedAt: Date
  dueAt: Date
  answeredAt: Date | null
  demoAt: Date
  erasedAt: Date | null
}

export function toDeskRow<Row extends ReadRow>(read: Row) {
  const { createdAt, askedAt, dueAt, answeredAt, demoAt, erasedAt, ...row } = read
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    askedAt: askedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    demoAt: demoAt.toISOString(),
    erasedAt: erasedAt?.toISOString() ?? null,
  }
}

export async function findDeskRow(client: Queryable, id: string): Promise<DeskRow | undefined> {
  const row = await rowOf(client, deskRows().where('r.id', '=', id))
  return row && toDeskRow(row)
}

const isWaiting = sql<boolean>`r.state in (${sql.join(waitingStates.map((state) => sql.lit(state)))}) and r.answered_at is null`

function matchesPromise(promise: PromiseState, { now, companyTimeZone }: Today) {
  const conditions: Record<PromiseState, () => ReturnType<typeof sql<boolean>>> = {
    overdue: () => sql<boolean>`${isWaiting} and r.due_at < ${now}`,
    today: () => sql<boolean>`${isWaiting} and r.due_at >= ${now} and r.due_at < ${endOfDay(now, companyTimeZone)}`,
    kept: () => sql<boolean>`r.answered_at <= r.due_at`,
    missed: () => sql<boolean>`not r.answered_on_time`,
  }
  return sql<boolean>`(${conditions[promise]()})`
}

function buildConditions(filters: DeskExportQuery, today: Today): RawBuilder<boolean>[] {
  const { state, assignee, promise, from, until } = filters
  const range = filters.time && toTimeRange(filters.time, today.now, today.companyTimeZone)
  const anyOf = (conditions: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
  const people = assignee?.filter((one) => one !== 'none') ?? []
  const since = (moment: Date | string) => sql<boolean>`r.demo_at >= ${moment}`
  const before = (moment: Date | string) => sql<boolean>`r.demo_at < ${moment}`
  return [
    ...(state ? [sql<boolean>`r.state = any(${state}::text[])`] : []),
    ...(assignee
      ? [
          anyOf([
            ...(assignee.includes('none') ? [sql`r.assignee_id is null`] : []),
            ...(people.length > 0 ? [sql`r.assignee_id = any(${people}::uuid[])`] : []),
          ]),
        ]
      : []),
    ...(promise ? [anyOf(promise.map((one) => matchesPromise(one, today)))] : []),
    ...(range?.from ? [since(range.from)] : []),
    ...(range ? [before(range.until)] : []),
    ...(from ? [since(from)] : []),
    ...(until ? [before(until)] : []),
  ]
}

const sorts = {
  due: { column: 'r.due_at', type: 'timestamptz' },
  created: { column: 'r.created_at', type: 'timestamptz' },
  time: { column: 'r.demo_at', type: 'timestamptz' },
} as const

const searchColumn = { column: 'r.folded', indexed: true } as const

export async function deskPage(database: Database, query: DeskQuery, today: Today): Promise<ListPage<DeskRow>> {
  const page = await listRows(
    database,
    {
      table: 'demo_requests',
      rows: deskRows,
      filters: buildConditions(query, today),
      rangeColumn: query.time || query.from || query.until ? sorts.time.column : undefined,
      sorts,
      sort: 'due',
      id: { column: 'r.id', type: 'uuid' },
      search: searchColumn,
    },
    query,
  )
  return { ...page, rows: page.rows.map(toDeskRow) }
}

/** Exact count, without a cap. */
export async function countRows(database: Database, query: DeskExportQuery, today: Today): Promise<number> {
  const conditions = buildConditions(query, today)
  if (query.search) conditions.push(containsWords('demo_requests', searchColumn, query.search))
  const matching = conditions.reduce((rows, condition) => rows.where(condition), deskRows().clearSelect())
  const { count } = await oneRowOf(database, matching.select(sql<number>`count(*)::integer`.as('count')))
  return count
}
