import { type ListPage, type ListQuery, MOST_COUNTED, PAGE_ROWS, type Total } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'
import type { Tables } from './database-types.ts'
import { oneRowOf, query, rowOf, rowsOf } from './queries.ts'

/** A search that finds more than this is broad: it is quicker to go through the rows in their order than to look them all up. */
const MOST_FOUND = 800
/** So many ids, that another table names, are looked up one by one. */
const MOST_LOOKED_UP = 200
/** So many rows are collected and sorted, if an index has all that filters and the order need of them. */
const MOST_COLLECTED = 15_000
/** How far rows are gone through before they are all collected after all: what is wanted may be far down in this order. */
const MOST_PASSED = 80_000
const MOST_SIMILAR = 20
/** Comes after everything that can follow the beginning of a text. */
const LAST_CHARACTER = '\u{10FFFF}'

type ColumnType = 'text' | 'timestamptz' | 'bigint' | 'integer' | 'date' | 'uuid'

type Column = { column: string; type: ColumnType; nullable?: true }

/** Where rows come from: the table or view itself, or a function that finds some of its rows. */
export type Source<Table extends keyof Tables> = RawBuilder<Selectable<Tables[Table]>>

// biome-ignore lint/suspicious/noExplicitAny: what a statement reads from makes no difference here, and its type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>

type Condition = RawBuilder<boolean>

export type List<Table extends keyof Tables & string, Row, Sort extends string> = {
  table: Table
  /** The rows of the source that can be listed. What it joins, it joins with `left join`, so that counting can leave it out. */
  rows: (source: Source<Table>) => Statement<Row>
  /** Which of them are wanted, by columns that each index of a sort has too: rows that are passed need no further look. */
  filters?: readonly Condition[]
  /** What another table says of the wanted rows: statements with their ids, of which each row must be in all. */
  among?: readonly RawBuilder<{ id: string }>[]
  /** Rows that meet any of these, each of which has an index of its own in the order of the list. */
  either?: readonly Condition[]
  /** Whether `rows` leaves some out, for example those that the viewer may not see. */
  narrowed?: boolean
  /** The column of which the filters leave a span. In another order those rows are next to each other somewhere, not here and there. */
  span?: string | undefined
  /** By the names in the contract. Rows that are equal in it are sorted by their id. */
  sorts: Record<Sort, Column>
  sort: NoInfer<Sort | `-${Sort}`>
  id: Column
  /** The index of each sort has all columns of the table: then a row that is picked is read already. */
  covered?: true
  /** Nobody needs the total, and counting would take as long as reading. */
  uncounted?: true
  /** The column that is searched, if any; with an index of its own (`make_searchable` in migration 0017), or without. */
  search?: Searched
}

type Searched = { column: string; indexed?: true }

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
  const { sorts, id, table, filters = [], among = [], either = [] } = list
  const by = sorts[sort.replace(/^-/, '') as Sort]
  const order = { by, id, descending: sort.startsWith('-') }
  const position = after === undefined ? undefined : positionIn(after, sort, order)
  const wanted = { list, order, position, most: limit + 1 }
  const key = sql.ref(id.column)
  const searched = sql.ref(list.search?.column ?? '')
  const whole = filtered(sql.raw(table))

  if (ids) {
    const conditions = [
      isAnyOf(id, ids),
      ...named(among),
      ...(either.length > 0 ? [sql<boolean>`(${sql.join(either, sql` or `)})`] : []),
      ...(search && list.search ? [containingWords(table, list.search, search)] : []),
    ]
    const rows = await rowsOf(database, meeting(whole, conditions).limit(ids.length))
    return { rows, next: null, total: null, similar: false }
  }
  if (!search || !list.search) return wholePage(whole)
  if (!list.search.indexed) return wholePage(whole.where(containingWords(table, list.search, search)))
  const { folded, expected, patterns } = await expectation(database, table, search)
  // PostgreSQL plans for these very patterns.
  const containing = containingWords(table, list.search, search, sql`${patterns}::text[]`)
  // The index has no single letters to speak of: one is looked for at the beginning only.
  if (!hasTwoLetters(folded)) return wholePage(meeting(whole, folded.length === 1 ? boundsOf(folded) : [containing]))
  if (position ? position.broad : expected > MOST_FOUND) return broadPage()
  const page = await collectedPage(meeting(filtered(sql`found`), named(among)), { found: find(null) })
  const isNothing = page.rows.length === 0 && !position
  return isNothing && !(await hasMore(database, query.selectFrom(find(1).as('found')), 0)) ? similarPage() : page

  function filtered(source: Source<Table>) {
    return meeting(list.rows(source), filters)
  }

  /** Rows that other tables name: PostgreSQL reads the smaller side first. */
  function named(sets: readonly RawBuilder<unknown>[]): Condition[] {
    return sets.map((set) => sql`${key} in (${set})`)
  }

  /** Without a search, or with one that has no index. */
  async function wholePage(statement: Statement<Row>): Promise<ListPage<Row>> {
    const isScattered = list.span === undefined || list.span === by.column
    if (among.length === 0 && isScattered) {
      const [rows, total] = await Promise.all([
        rowsAfter(database, wanted, statement),
        position || list.uncounted ? null : countOf(database, statement),
      ])
      return pageOf(rows, total)
    }
    const [kept, ...sizes] = await Promise.all([
      countUpTo(database, MOST_COLLECTED + 1, statement),
      ...among.map((set) => countUpTo(database, MOST_COUNTED + 1, rowsNamed(set))),
    ])
    if (kept <= MOST_COLLECTED) return collectedPage(meeting(statement, named(among)))
    const few = among[sizes.findIndex((size) => size <= MOST_LOOKED_UP)]
    if (few) {
      const others = among.filter((set) => set !== few)
      return collectedPage(meeting(statement, [sql`${key} = any(array(${few}))`, ...named(others)]))
    }
    if (among.length === 0) return pageOf(await rowsAfter(database, wanted, statement), totalOf(kept))
    const rows = await rowsPassing(wanted, statement, among.map(isNamed), meeting(statement, named(among)))
    const [size = 0, ...more] = sizes
    const isTotal = !list.narrowed && filters.length === 0 && more.length === 0
    return pageOf(rows, isTotal ? totalOf(size) : totalBeyond(rows))
  }

  /** All that there is, read once: the page after the position, and how many there are. */
  async function collectedPage(
    statement: Statement<Row>,
    { found, broad = false }: { found?: RawBuilder<unknown>; broad?: boolean } = {},
  ) {
    const rows = await collectedRows(database, wanted, statement, found)
    return pageOf(rows, totalOf(rows[0]?.keptRows ?? 0), broad)
  }

  async function broadPage(): Promise<ListPage<Row>> {
    // Few rows that meet the filters are found sooner than many that contain the words.
    const mayBeFew = filters.length > 0 || list.narrowed
    if (mayBeFew && (await countUpTo(database, MOST_COLLECTED + 1, whole)) <= MOST_COLLECTED)
      return collectedPage(meeting(whole, [containing, ...named(among)]), { broad: true })
    const rows = await broadRows(limit + 1)
    // Fewer than were expected, perhaps none.
    return rows.length === 0 && !position ? similarPage() : pageOf(rows, totalBeyond(rows), true)
  }

  /** Sorted by what is searched, rows that begin with it come first: those are found at once, and need no further look. */
  async function broadRows(most: number) {
    const passing = [containing, ...among.map(isNamed)]
    const found = meeting(filtered(find(null)), named(among))
    if (by.column !== list.search?.column) return rowsPassing({ ...wanted, most }, whole, passing, found)
    const [start, end] = boundsOf(folded)
    const begins = sql<boolean>`${start} and ${end}`
    const amongFirst = !position || position.value?.startsWith(` ${folded}`)
    // A position is a bound itself. With another one at the same side, PostgreSQL might begin there.
    const bounds = !position ? [begins] : order.descending ? [start] : [end]
    const beginning = meeting(whole, [...bounds, ...named(among)])
    const first = amongFirst ? await rowsAfter(database, { ...wanted, most }, beginning) : []
    if (first.length === most) return first
    const after = { ...wanted, position: amongFirst ? undefined : position, most: most - first.length }
    const beginsOtherwise = sql<boolean>`not (${begins})`
    return [
      ...first,
      ...(await rowsPassing(after, whole.where(beginsOtherwise), passing, found.where(beginsOtherwise))),
    ]
  }

  /** Goes through the rows in their order, and collects them all if the page is far from full after a while. */
  async function rowsPassing(
    wanted: Wanted<Row>,
    rows: Statement<Row>,
    passing: readonly Condition[],
    collected: Statement<Row>,
  ) {
    const passed = await rowsAfter(database, wanted, rows, passing)
    if (passed.length === wanted.most || !(await hasMore(database, rows, MOST_PASSED))) return passed
    return collectedRows(database, wanted, collected)
  }

  /** As a condition for rows that are gone through in their order: what is named is read once, and kept at hand. */
  function isNamed(set: RawBuilder<unknown>): Condition {
    return sql`(exists (select from (${set}) as named where named.id = ${key})) is true`
  }

  function find(most: number | null): Source<Table> {
    return sql`${sql.ref(`find_${table}`)}(${search}, ${most})`
  }

  /** Of what is searched, for rows that begin with the text. */
  function boundsOf(text: string): [Condition, Condition] {
    return [sql`${searched} >= ${` ${text}`}`, sql`${searched} < ${` ${text}${LAST_CHARACTER}`}`]
  }

  async function similarPage(): Promise<ListPage<Row>> {
    const similar = meeting(filtered(sql`${sql.ref(`similar_${table}`)}(${search}, ${MOST_SIMILAR})`), named(among))
    const similarity = sql`word_similarity(fold(${search}), ${searched})`
    const rows = await rowsOf(database, similar.orderBy(similarity, 'desc').orderBy(key))
    return { rows, next: null, total: { count: rows.length, exact: true }, similar: rows.length > 0 }
  }

  /** Where nobody knows how many more there are. */
  function totalBeyond(rows: unknown[]): Total {
    return rows.length <= limit ? { count: rows.length, exact: true } : { count: limit, exact: false }
  }

  function pageOf(rows: Keyed<Row>[], total: Total | null, broad = false): ListPage<Row> {
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      rows: rows.slice(0, limit),
      next: last ? cursorOf(sort, { value: last.positionValue, id: last.positionId, broad }) : null,
      total: position || list.uncounted ? null : total,
      similar: false,
    }
  }
}

function meeting<Row>(statement: Statement<Row>, conditions: readonly Condition[]) {
  return conditions.reduce((rows, condition) => rows.where(condition), statement)
}

/** Rows that have all words of a search: with an index only at the beginnings of words, unless no word begins so. */
export function containingWords(
  table: string,
  { column, indexed }: Searched,
  search: string,
  patterns: RawBuilder<unknown> = sql`(select (${sql.ref(`search_of_${table}`)}(${search})).patterns)::text[]`,
) {
  const written = sql<boolean>`${sql.ref(column)} like all (search_patterns(${search}))`
  if (!indexed) return written
  return sql<boolean>`${written} and search_text(${sql.ref(column)}) like all (${patterns})`
}

type Wanted<Row> = {
  list: {
    rows: (source: RawBuilder<never>) => Statement<Row>
    table: string
    covered?: true
    either?: readonly Condition[]
    search?: Searched
  }
  order: Order
  position: Position | undefined
  most: number
}

/**
 * The rows of a statement that come after the position, as far as they pass. Only their ids are picked at first, which the index of the
 * order has: nothing is read or joined that the page does not show.
 */
async function rowsAfter<Row>(
  database: Queryable,
  { list, order, position, most }: Wanted<Row>,
  statement: Statement<Row>,
  passing: readonly Condition[] = [],
): Promise<Keyed<Row>[]> {
  const { by, id, descending } = order
  const direction = descending ? 'desc' : 'asc'
  const beyond = sql.raw(descending ? '<' : '>')
  const value = sql.ref(by.column)
  const key = sql.ref(id.column)
  const name = id.column.replace(/\..*/, '')

  function page(range: Statement<Row>, limit: number) {
    if (list.covered) {
      const picked = sql<never>`(${passingRows(range, `${name}.*`, limit)})`
      return rowsOf(database, inOrder(list.rows(picked), order))
    }
    const rows = inOrder(list.rows(sql.raw(list.table)), order)
    const picked = list.either?.length
      ? pickedFromEach(list.either, range, limit)
      : passingRows(range, id.column, limit)
    return rowsOf(database, rows.where(sql<boolean>`${key} = any(array(${picked}))`))
  }

  function passingRows(range: Statement<Row>, selected: string, limit: number) {
    const columns = new Set([by.column, id.column, ...(passing.length > 0 && list.search ? [list.search.column] : [])])
    const rows = list.covered ? range.clearSelect().selectAll(name) : range.clearSelect().select([...columns])
    const chosen = sql`select ${sql.raw(selected)} from`
    if (passing.length === 0) return sql`${chosen} (${rows.limit(limit)}) as ${sql.ref(name)}`
    // PostgreSQL cannot tell beforehand how many these are, and so prefers to go through them in their order.
    const passed = rows.limit(sql<number>`(select ${MOST_PASSED}::bigint)`)
    return sql`${chosen} (${passed}) as ${sql.ref(name)} where ${sql.join(passing, sql` and `)} limit ${limit}`
  }

  function pickedFromEach(conditions: readonly Condition[], range: Statement<Row>, limit: number) {
    const keys = range
      .clearSelect()
      .select([value.as('value'), key.as('id')])
      .limit(limit)
    const each = conditions.map((condition) => sql`(${keys.where(condition)})`)
    const inOrder = sql.raw(`value ${direction}, id ${direction}`)
    return sql`select id from (${sql.join(each, sql` union `)}) as picked order by ${inOrder} limit ${limit}`
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
  // Those that were not passed come before what is empty.
  if (passing.length > 0 && (await hasMore(database, statement.where(sql<boolean>`${value} is not null`), MOST_PASSED)))
    return first
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

/** How a search is compared, and how many rows it finds at most. */
function expectation(database: Queryable, table: string, search: string) {
  const expected = sql<number>`${sql.ref(`expected_${table}`)}(${search})::integer`
  const patterns = sql<string[]>`(${sql.ref(`search_of_${table}`)}(${search})).patterns`
  const folded = sql<string>`fold(${search})`
  return oneRowOf(database, query.selectNoFrom([folded.as('folded'), expected.as('expected'), patterns.as('patterns')]))
}

const hasTwoLetters = (folded: string) => /[^ !-/:-@[-`{-~]{2}/u.test(folded)

/** Whether all that a search finds can be looked at. */
export async function findsFew(database: Queryable, table: string, search: string) {
  const { folded, expected } = await expectation(database, table, search)
  return hasTwoLetters(folded) && expected <= MOST_FOUND
}

/** All rows of a statement, read once: the page after the position, and how many there are. They may be of rows that a function found. */
function collectedRows<Row>(
  database: Queryable,
  { list, order, position, most }: Wanted<Row>,
  statement: Statement<Row>,
  found?: RawBuilder<unknown>,
): Promise<(Keyed<Row> & { keptRows: number })[]> {
  const { by, id, descending } = order
  const kept = statement.clearSelect().select([sql.ref(by.column).as('value'), sql.ref(id.column).as('id')])
  const [direction, beyond] = descending ? [sql.raw('desc'), sql.raw('<')] : [sql.raw('asc'), sql.raw('>')]
  const fromId = typed(position?.id ?? null, id)
  const after = !position
    ? sql`true`
    : position.value === null
      ? sql`value is null and id ${beyond} ${fromId}`
      : sql`(value is null or (value, id) ${beyond} (${typed(position.value, by)}, ${fromId}))`
  const page = sql`select id from kept where ${after} order by value ${direction} nulls last, id ${direction} limit ${most}`
  const rows = inOrder(list.rows(found ? sql`found` : sql.raw(list.table)), order)
    .select(sql<number>`(select count(*)::integer from kept)`.as('keptRows'))
    .where(sql<boolean>`${sql.ref(id.column)} = any(array(${page}))`)
  const first = found ? sql`found as materialized (select * from ${found} as found),` : sql``
  const whole = sql<Keyed<Row> & { keptRows: number }>`with ${first} kept as materialized (${kept}) ${rows}`
  return rowsOf(database, { compile: () => whole.compile(query) })
}

async function hasMore(database: Queryable, statement: Statement<unknown>, than: number) {
  return Boolean(await rowOf(database, statement.clearSelect().select(sql`1`.as('one')).offset(than).limit(1)))
}

/** How many rows a list has, without reading a page of it. */
export async function countOf(database: Queryable, statement: Statement<unknown>): Promise<Total> {
  return totalOf(await countUpTo(database, MOST_COUNTED + 1, statement))
}

async function countUpTo(database: Queryable, most: number, statement: Statement<unknown>) {
  const counted = statement.clearSelect().select(sql`1`.as('one')).limit(most)
  const { count } = await oneRowOf(
    database,
    query.selectFrom(counted.as('counted')).select(sql<number>`count(*)::integer`.as('count')),
  )
  return count
}

export function totalOf(count: number): Total {
  return count > MOST_COUNTED ? { count: MOST_COUNTED, exact: false } : { count, exact: true }
}

const rowsNamed = (set: RawBuilder<unknown>): Statement<unknown> => query.selectFrom(sql`(${set})`.as('named'))

const uuid = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/
const wholeNumbers = { bigint: /^-?\d{1,18}$/, integer: /^-?\d{1,9}$/ }
const moment = /^(\S{10}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/

/** An id that cannot be one is nobody's. */
function isAnyOf({ column, type }: Column, ids: string[]) {
  const possible = ids.filter((id) => isValueOf({ column, type }, id))
  return sql<boolean>`${sql.ref(column)} = any(${possible}::${sql.raw(type)}[])`
}

/** Whether the database could have written it. */
function isValueOf({ type }: Column, value: unknown) {
  if (typeof value !== 'string') return false
  if (type === 'uuid') return uuid.test(value)
  if (type === 'text') return !value.includes('\0')
  if (type === 'date') return isDay(value)
  if (type === 'timestamptz') return isDay(moment.exec(value)?.[1] ?? '')
  return wholeNumbers[type].test(value)
}

/** There is neither a February 30 nor a year 0. */
export function isDay(text: string) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001') return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
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
