import { type ListPage, type ListQuery, MOST_COUNTED, PAGE_ROWS, type Total } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'
import type { Tables } from './database-types.ts'
import { oneRowOf, query, rowsOf } from './queries.ts'

/** A search that finds more than this is not rare: it is quicker to go through the rows in their order. */
const MOST_FOUND = 300
const MOST_SIMILAR = 20

type ColumnType = 'text' | 'timestamptz' | 'bigint' | 'integer' | 'uuid'

type Column = { column: string; type: ColumnType; nullable?: true }

/** Where rows come from: the table or view itself, or a function that finds some of its rows. */
export type Source<Table extends keyof Tables> = RawBuilder<Selectable<Tables[Table]>>

// biome-ignore lint/suspicious/noExplicitAny: what a statement reads from makes no difference here, and its type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>

export type List<Table extends keyof Tables & string, Row, Sort extends string> = {
  table: Table
  /** The rows of the source, with the filters applied. What it joins, it joins with `left join`, so that counting can leave it out. */
  rows: (source: Source<Table>) => Statement<Row>
  /** By the names in the contract. Rows that are equal in it are sorted by their id. */
  sorts: Record<Sort, Column>
  sort: NoInfer<Sort | `-${Sort}`>
  id: Column
  /** Nobody needs the total, and counting would take as long as reading. */
  uncounted?: true
  /** The column that is searched, if any; with an index of its own (`make_searchable` in migration 0012), or without. */
  search?: { column: string; indexed?: true }
}

type Order = { by: Column; id: Column; descending: boolean }
type Position = { value: string | null; id: string }
type Keyed<Row> = Row & { positionValue: string | null; positionId: string }

/**
 * One page of a list. It begins after the last row of the page before, by that row's values: rows that come and go meanwhile
 * neither repeat others nor hide them, and the thousandth page costs what the first does.
 */
export async function listRows<Table extends keyof Tables & string, Row, Sort extends string>(
  database: Queryable,
  list: List<Table, Row, Sort>,
  { search = '', sort = list.sort, after, ids, limit = PAGE_ROWS }: ListQuery,
): Promise<ListPage<Row>> {
  const { sorts, id } = list
  const by = sorts[sort.replace(/^-/, '') as Sort]
  const order = { by, id, descending: sort.startsWith('-') }
  const position = after === undefined ? undefined : positionIn(after, sort)
  const whole = list.rows(sql.raw(list.table))
  const matching =
    search && list.search
      ? whole.where(sql<boolean>`${sql.ref(list.search.column)} like all (search_patterns(${search}))`)
      : whole

  if (ids) {
    const rows = await rowsOf(database, matching.where(sql<boolean>`${cast(id)} = any(${ids})`).limit(ids.length))
    return { rows, next: null, total: null, similar: false }
  }
  if (search && list.search?.indexed && isNarrow(search)) {
    const found: Source<Table> = sql`${sql.ref(`find_${list.table}`)}(${search}, ${MOST_FOUND + 1})`
    const count = await countFound(database, found)
    if (count === 0) return similarRows(database, list, search)
    if (count <= MOST_FOUND) return wholePage(list.rows(found))
    return { ...(await pageOf(matching)), total: position ? null : { count: MOST_FOUND, exact: false }, similar: false }
  }
  return wholePage(matching)

  async function wholePage(statement: Statement<Row>) {
    const [page, total] = await Promise.all([
      pageOf(statement),
      position || list.uncounted ? null : countOf(database, statement),
    ])
    return { ...page, total, similar: false }
  }

  async function pageOf(statement: Statement<Row>) {
    const rows = await rowsAfter(database, statement, order, position, limit + 1)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      rows: rows.slice(0, limit),
      next: last ? cursorOf(sort, { value: last.positionValue, id: last.positionId }) : null,
    }
  }
}

async function rowsAfter<Row>(
  database: Queryable,
  statement: Statement<Row>,
  { by, id, descending }: Order,
  position: Position | undefined,
  limit: number,
): Promise<Keyed<Row>[]> {
  const direction = descending ? 'desc' : 'asc'
  const beyond = sql.raw(descending ? '<' : '>')
  const value = sql.ref(by.column)
  const keyed = statement
    .select([sql<string | null>`${value}::text`.as('positionValue'), sql<string>`${cast(id)}`.as('positionId')])
    .limit(limit) as Statement<Keyed<Row>>

  async function filled() {
    let rows = keyed.orderBy(value, direction).orderBy(sql.ref(id.column), direction)
    if (by.nullable) rows = rows.where(sql<boolean>`${value} is not null`)
    if (position) {
      const [from, fromId] = [typed(position.value, by), typed(position.id, id)]
      rows = rows.where(sql<boolean>`(${value}, ${sql.ref(id.column)}) ${beyond} (${from}, ${fromId})`)
    }
    return rowsOf(database, rows)
  }

  // What is empty comes last, in a range of its own: only so does each range follow the index.
  async function empty(most: number) {
    let rows = keyed.where(sql<boolean>`${value} is null`).orderBy(sql.ref(id.column), direction).limit(most)
    if (position?.value === null)
      rows = rows.where(sql<boolean>`${sql.ref(id.column)} ${beyond} ${typed(position.id, id)}`)
    return rowsOf(database, rows)
  }

  const first = position?.value === null ? [] : await filled()
  if (!by.nullable || first.length === limit) return first
  return [...first, ...(await empty(limit - first.length))]
}

async function similarRows<Table extends keyof Tables & string, Row, Sort extends string>(
  database: Queryable,
  list: List<Table, Row, Sort>,
  search: string,
): Promise<ListPage<Row>> {
  const source: Source<Table> = sql`${sql.ref(`similar_${list.table}`)}(${search}, ${MOST_SIMILAR})`
  const similarity = sql`word_similarity(fold(${search}), ${sql.ref(list.search?.column ?? '')})`
  const rows = await rowsOf(database, list.rows(source).orderBy(similarity, 'desc').orderBy(sql.ref(list.id.column)))
  return { rows, next: null, total: { count: rows.length, exact: true }, similar: rows.length > 0 }
}

/** Before any filter: as many as are asked for means that there may be more. */
async function countFound(database: Queryable, found: RawBuilder<unknown>): Promise<number> {
  const { count } = await oneRowOf(
    database,
    query.selectFrom(found.as('found')).select(sql<number>`count(*)::integer`.as('count')),
  )
  return count
}

async function countOf(database: Queryable, statement: Statement<unknown>): Promise<Total> {
  const counted = statement
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(MOST_COUNTED + 1)
  const { count } = await oneRowOf(
    database,
    query.selectFrom(counted.as('counted')).select(sql<number>`count(*)::integer`.as('count')),
  )
  return count > MOST_COUNTED ? { count: MOST_COUNTED, exact: false } : { count, exact: true }
}

/** The index knows letters and digits in groups of three: what has none of them would be looked for in all of it. */
function isNarrow(search: string) {
  return /[a-z\d]{3}/i.test(search.normalize('NFD').replace(/\p{M}/gu, ''))
}

const cast = ({ column }: Column) => sql`${sql.ref(column)}::text`
const typed = (value: string | null, { type }: Column) => sql`${value}::${sql.raw(type)}`

/** Opaque to callers. It names its sort: with another one it would point somewhere else. */
function cursorOf(sort: string, { value, id }: Position) {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')
}

function positionIn(cursor: string, sort: string): Position {
  try {
    const [sorted, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (sorted === sort && (value === null || typeof value === 'string') && typeof id === 'string') return { value, id }
  } catch {
    // Not one of ours: said below.
  }
  throw new Refusal('invalid-fields', { errors: [{ field: 'after', message: 'Begin again with the first page' }] })
}
