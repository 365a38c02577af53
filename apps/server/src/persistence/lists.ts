import { type ListPage, type ListQuery, MOST_COUNTED, PAGE_ROWS, type Total } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'
import type { Tables } from './database-types.ts'
import { oneRowOf, query, rowOf, rowsOf } from './queries.ts'

/** A search that finds more than this is broad: it is quicker to go through the rows in their order than to look them all up. */
const MOST_FOUND = 500
/** From here on PostgreSQL's expectation is trusted: of a million rows it knows a thousand, and below it is mostly chance. */
const SURELY_BROAD = 1500
/** How far it goes through them before it looks them all up after all: what is searched for may be far down in this order. */
const MOST_PASSED = 50_000
const MOST_SIMILAR = 20
/** Comes after everything that can follow the beginning of a text. */
const LAST_CHARACTER = '\u{10FFFF}'

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

/** By what the list can be sorted: the contract and the server name the same. */
type Asked<Sort extends string> = Omit<ListQuery, 'sort'> & { sort?: Sort | `-${Sort}` | undefined }

type Order = { by: Column; id: Column; descending: boolean }
type Position = { value: string | null; id: string }
/** Where a page ended, and whether its search was broad: the next page goes on in the same way. */
type Cursor = Position & { broad: boolean }
type Keyed<Row> = Row & { positionValue: string | null; positionId: string }

/**
 * One page of a list. It begins after the last row of the page before, by that row's values: rows that come and go meanwhile
 * neither repeat others nor hide them, and the thousandth page costs what the first does.
 */
export async function listRows<Table extends keyof Tables & string, Row, Sort extends string>(
  database: Queryable,
  list: List<Table, Row, Sort>,
  { search = '', sort = list.sort, after, ids, limit = PAGE_ROWS }: Asked<NoInfer<Sort>>,
): Promise<ListPage<Row>> {
  const { sorts, id, table } = list
  const by = sorts[sort.replace(/^-/, '') as Sort]
  const order = { by, id, descending: sort.startsWith('-') }
  const position = after === undefined ? undefined : positionIn(after, sort, order)
  const whole = list.rows(sql.raw(table))
  const searched = sql.ref(list.search?.column ?? '')
  const containing = sql<boolean>`${searched} like all (search_patterns(${search}))`
  const matching = search && list.search ? whole.where(containing) : whole

  if (ids) {
    const rows = await rowsOf(database, matching.where(isAnyOf(id, ids)).limit(ids.length))
    return { rows, next: null, total: null, similar: false }
  }
  if (!search || !list.search?.indexed) return wholePage(matching)
  const { folded, expected } = await expectation(database, table, search)
  // The index knows letters and digits in groups of three, the space before a word included. A single letter is looked for at the
  // beginning only.
  if (!/[a-z\d]{2}/.test(folded))
    return wholePage(folded.length === 1 ? matching.where(beginningWith(folded)) : matching)
  if (position ? position.broad : expected > SURELY_BROAD) return broadPage(limit)
  const most = position ? null : MOST_FOUND + 1
  const { found, kept, ids: page } = await lookUp(database, { list, order, position, most: limit + 1 }, find(most))
  if (found === 0 && !position) return similarRows(database, list, search)
  if (found === most) return broadPage(MOST_FOUND)
  const rows = await rowsOf(database, inOrder(whole, order).where(isAnyOf(id, page)))
  return { ...pageOf(rows, false), total: position ? null : { count: kept, exact: true }, similar: false }

  async function wholePage(statement: Statement<Row>) {
    const [rows, total] = await Promise.all([
      rowsAfter(database, { list, order, position, most: limit + 1 }, statement),
      position || list.uncounted ? null : countOf(database, statement),
    ])
    return { ...pageOf(rows, false), total, similar: false }
  }

  async function broadPage(atLeast: number): Promise<ListPage<Row>> {
    const rows = await broadRows(limit + 1)
    // Fewer than were expected, perhaps none: then these are all.
    const all = !position && rows.length <= limit
    if (all && rows.length === 0) return similarRows(database, list, search)
    const total = all ? { count: rows.length, exact: true } : { count: atLeast, exact: false }
    return { ...pageOf(rows, true), total: position ? null : total, similar: false }
  }

  /** Sorted by what is searched, rows that begin with it come first: those are found at once. */
  async function broadRows(most: number) {
    if (by.column !== list.search?.column) return rowsPassing((source) => list.rows(source), position, most)
    const begins = beginningWith(folded)
    const amongFirst = !position || position.value?.startsWith(` ${folded}`)
    const first = amongFirst ? await rowsAfter(database, { list, order, position, most }, matching.where(begins)) : []
    if (first.length === most) return first
    const others = (source: Source<Table>) => list.rows(source).where(sql<boolean>`not (${begins})`)
    return [...first, ...(await rowsPassing(others, amongFirst ? undefined : position, most - first.length))]
  }

  async function rowsPassing(rows: List<Table, Row, Sort>['rows'], from: Position | undefined, most: number) {
    const wanted = { list, order, position: from, most }
    const all = rows(sql.raw(table))
    const passed = await rowsAfter(database, wanted, all, { searched, containing: search })
    if (passed.length === most || !(await hasMore(database, all, MOST_PASSED))) return passed
    return rowsAfter(database, wanted, rows(find(null)))
  }

  function find(most: number | null): Source<Table> {
    return sql`${sql.ref(`find_${table}`)}(${search}, ${most})`
  }

  function beginningWith(text: string) {
    return sql<boolean>`${searched} >= ${` ${text}`} and ${searched} < ${` ${text}${LAST_CHARACTER}`}`
  }

  function pageOf(rows: Keyed<Row>[], broad: boolean) {
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      rows: rows.slice(0, limit),
      next: last ? cursorOf(sort, { value: last.positionValue, id: last.positionId, broad }) : null,
    }
  }
}

type Wanted<Row> = {
  list: { rows: (source: RawBuilder<never>) => Statement<Row>; table: string }
  order: Order
  position: Position | undefined
  most: number
}

/** The rows of a statement that come after the position. Their ids are picked first, so that nothing is joined that the page does not show. */
async function rowsAfter<Row>(
  database: Queryable,
  { list, order, position, most }: Wanted<Row>,
  statement: Statement<Row>,
  passing?: { searched: RawBuilder<unknown>; containing: string },
): Promise<Keyed<Row>[]> {
  const { by, id, descending } = order
  const direction = descending ? 'desc' : 'asc'
  const beyond = sql.raw(descending ? '<' : '>')
  const value = sql.ref(by.column)
  const key = sql.ref(id.column)

  function page(range: Statement<Row>, limit: number) {
    const keys = range
      .clearSelect()
      .select([value.as('value'), key.as('id'), ...(passing ? [passing.searched.as('searched')] : [])])
    const picked = passing
      ? sql`select id from (${keys.limit(MOST_PASSED)}) passed
          where searched like all (search_patterns(${passing.containing})) limit ${limit}`
      : sql`select id from (${keys.limit(limit)}) picked`
    const rows = list.rows(sql.raw(list.table))
    return rowsOf(database, inOrder(rows, order).where(sql<boolean>`${key} = any(array(${picked}))`))
  }

  function filled() {
    let range = statement.orderBy(value, direction).orderBy(key, direction)
    if (by.nullable) range = range.where(sql<boolean>`${value} is not null`)
    if (position) {
      const [from, fromId] = [typed(position.value, by), typed(position.id, id)]
      range = range.where(sql<boolean>`(${value}, ${key}) ${beyond} (${from}, ${fromId})`)
    }
    return page(range, most)
  }

  // What is empty comes last, in a range of its own: only so does each range follow the index.
  function empty(limit: number) {
    let range = statement.where(sql<boolean>`${value} is null`).orderBy(key, direction)
    if (position?.value === null) range = range.where(sql<boolean>`${key} ${beyond} ${typed(position.id, id)}`)
    return page(range, limit)
  }

  const first = position?.value === null ? [] : await filled()
  if (!by.nullable || first.length === most) return first
  return [...first, ...(await empty(most - first.length))]
}

/** With what a cursor is made from. */
function inOrder<Row>(statement: Statement<Row>, { by, id, descending }: Order) {
  return statement
    .select([
      sql<string | null>`${sql.ref(by.column)}::text`.as('positionValue'),
      sql<string>`${cast(id)}`.as('positionId'),
    ])
    .orderBy(sql.ref(by.column), (order) => (descending ? order.desc() : order.asc()).nullsLast())
    .orderBy(sql.ref(id.column), descending ? 'desc' : 'asc') as Statement<Keyed<Row>>
}

/** How a search is compared, and how many rows PostgreSQL expects it to find. */
function expectation(database: Queryable, table: string, search: string) {
  const expected = sql<number>`${sql.ref(`expected_${table}`)}(${search})::integer`
  return oneRowOf(database, query.selectNoFrom([sql<string>`fold(${search})`.as('folded'), expected.as('expected')]))
}

/** All that the index finds, read once: how many rows, how many of them the filters keep, and the ids of the page after the position. */
async function lookUp<Row>(
  database: Queryable,
  { list, order: { by, id, descending }, position, most }: Wanted<Row>,
  source: RawBuilder<unknown>,
) {
  const kept = list
    .rows(sql`found`)
    .clearSelect()
    .select([sql.ref(by.column).as('value'), sql.ref(id.column).as('id')])
  const [direction, beyond] = descending ? [sql.raw('desc'), sql.raw('<')] : [sql.raw('asc'), sql.raw('>')]
  const fromId = typed(position?.id ?? null, id)
  const after = !position
    ? sql`true`
    : position.value === null
      ? sql`value is null and id ${beyond} ${fromId}`
      : sql`(value is null or (value, id) ${beyond} (${typed(position.value, by)}, ${fromId}))`
  const statement = sql<{ found: number; kept: number; ids: string[] }>`
    with found as materialized (select * from ${source} as found), kept as materialized (${kept})
    select (select count(*)::integer from found) as found, (select count(*)::integer from kept) as kept,
      array(select id::text from kept where ${after} order by value ${direction} nulls last, id ${direction} limit ${most}) as ids`
  return oneRowOf(database, { compile: () => statement.compile(query) })
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

async function hasMore(database: Queryable, statement: Statement<unknown>, than: number) {
  return Boolean(await rowOf(database, statement.clearSelect().select(sql`1`.as('one')).offset(than).limit(1)))
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

const uuid = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/
const wholeNumber = /^\d{1,18}$/

/** An id that cannot be one is nobody's. */
function isAnyOf({ column, type }: Column, ids: string[]) {
  const possible = ids.filter((id) => (type === 'uuid' ? uuid : type === 'text' ? /./ : wholeNumber).test(id))
  return sql<boolean>`${sql.ref(column)} = any(${possible}::${sql.raw(type)}[])`
}

/** Whether the database could have written it. */
function isValueOf({ type }: Column, value: unknown) {
  if (typeof value !== 'string') return false
  if (type === 'uuid') return uuid.test(value)
  if (type === 'text') return !value.includes('\0')
  return type === 'timestamptz'
    ? /^\d{4}-\d\d-\d\d \d\d:\d\d:[\d.]+[+-][\d:]+$/.test(value)
    : /^-?\d{1,18}$/.test(value)
}

const cast = ({ column }: Column) => sql`${sql.ref(column)}::text`
const typed = (value: string | null, { type }: Column) => sql`${value}::${sql.raw(type)}`

/** Opaque to callers. It names its sort: with another one it would point somewhere else. */
function cursorOf(sort: string, { value, id, broad }: Cursor) {
  return Buffer.from(JSON.stringify([sort, value, id, ...(broad ? [true] : [])])).toString('base64url')
}

function positionIn(cursor: string, sort: string, { by, id: idColumn }: Order): Cursor {
  try {
    const [sorted, value, id, broad = false] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isPosition = value === null ? by.nullable : isValueOf(by, value)
    if (sorted === sort && isPosition && isValueOf(idColumn, id)) return { value, id, broad: broad === true }
  } catch {
    // Not one of ours: said below.
  }
  throw new Refusal('invalid-fields', { errors: [{ field: 'after', message: 'Begin again with the first page' }] })
}
