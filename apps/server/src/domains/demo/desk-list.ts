import type { DeskExportQuery, DeskQuery, DeskRow, PromiseState } from '@sherpa/contracts/desk'
import { waitingStates } from '@sherpa/contracts/desk'
import type { ListPage } from '@sherpa/contracts/list'
import { type NotNull, sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import { listRows, type Source } from '../../persistence/lists.ts'
import { oneRowOf, query, rowOf } from '../../persistence/queries.ts'
import { endOfDay } from './promise-clock.ts'

export type Today = { now: Date; companyTimeZone: string }

/** Requests as the desk shows them in lists. */
export function deskRows(source: Source<'demo_requests'> = sql.raw('demo_requests')) {
  return query
    .selectFrom(source.as('r'))
    .leftJoin('users as a', 'a.id', 'r.assignee_id')
    .select([
      'r.id',
      'r.reference',
      'r.full_name as name',
      'r.email',
      'r.company',
      'r.state',
      'r.version',
      'r.created_at as createdAt',
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

type ReadRow = Omit<DeskRow, 'createdAt' | 'dueAt' | 'answeredAt' | 'demoAt' | 'erasedAt'> & {
  createdAt: Date
  dueAt: Date
  answeredAt: Date | null
  demoAt: Date
  erasedAt: Date | null
}

export function deskRowOf<Row extends ReadRow>({ createdAt, dueAt, answeredAt, demoAt, erasedAt, ...row }: Row) {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    demoAt: demoAt.toISOString(),
    erasedAt: erasedAt?.toISOString() ?? null,
  }
}

export async function findDeskRow(client: Queryable, id: string): Promise<DeskRow | undefined> {
  const row = await rowOf(client, deskRows().where('r.id', '=', id))
  return row && deskRowOf(row)
}

const waiting = sql<boolean>`r.state in (${sql.join(waitingStates.map((state) => sql.lit(state)))}) and r.answered_at is null`

function promised(promise: PromiseState, { now, companyTimeZone }: Today) {
  const conditions: Record<PromiseState, () => ReturnType<typeof sql<boolean>>> = {
    overdue: () => sql<boolean>`${waiting} and r.due_at < ${now}`,
    today: () => sql<boolean>`${waiting} and r.due_at >= ${now} and r.due_at < ${endOfDay(now, companyTimeZone)}`,
    kept: () => sql<boolean>`r.answered_at <= r.due_at`,
    missed: () => sql<boolean>`r.answered_at > r.due_at`,
  }
  return sql<boolean>`(${conditions[promise]()})`
}

function filtered(source: Source<'demo_requests'>, filters: DeskExportQuery, today: Today) {
  const { state, assignee, promise, from, until } = filters
  let rows = deskRows(source)
  if (state) {
    rows = rows.where(sql<boolean>`r.state in (${sql.join(state)})`)
  }
  if (assignee) {
    const ids = assignee.filter((one) => one !== 'none')
    rows = rows.where(({ eb, or }) =>
      or([
        ...(assignee.includes('none') ? [eb('r.assignee_id', 'is', null)] : []),
        ...(ids.length > 0 ? [eb('r.assignee_id', 'in', ids)] : []),
      ]),
    )
  }
  if (promise) {
    rows = rows.where(
      sql<boolean>`(${sql.join(
        promise.map((one) => promised(one, today)),
        sql` or `,
      )})`,
    )
  }
  if (from) rows = rows.where('r.demo_at', '>=', sql<Date>`${from}`)
  if (until) rows = rows.where('r.demo_at', '<', sql<Date>`${until}`)
  return rows
}

const sorts = {
  due: { column: 'r.due_at', type: 'timestamptz' },
  created: { column: 'r.created_at', type: 'timestamptz' },
  time: { column: 'r.demo_at', type: 'timestamptz' },
} as const

export async function deskPage(database: Database, asked: DeskQuery, today: Today): Promise<ListPage<DeskRow>> {
  const page = await listRows(
    database,
    {
      table: 'demo_requests',
      rows: (source) => filtered(source, asked, today),
      sorts,
      sort: 'due',
      id: { column: 'r.id', type: 'uuid' },
      search: { column: 'r.folded', indexed: true },
    },
    asked,
  )
  return { ...page, rows: page.rows.map(deskRowOf) }
}

/** However many there are. */
export async function countWhole(database: Database, asked: DeskExportQuery, today: Today): Promise<number> {
  const rows = filtered(sql.raw('demo_requests'), asked, today)
  const matching = asked.search ? rows.where(sql<boolean>`r.folded like all (search_patterns(${asked.search}))`) : rows
  const { count } = await oneRowOf(database, matching.clearSelect().select(sql<number>`count(*)::integer`.as('count')))
  return count
}
