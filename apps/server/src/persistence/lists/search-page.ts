import type { ListPage } from '@sherpa/contracts/list'
import { sql } from 'kysely'
import { query, rowsOf } from '../queries.ts'
import { browsePage } from './browse-page.ts'
import { readKeysetRange } from './keyset-range.ts'
import { LEAST_SIMILARITY, MAX_SIMILAR_ROWS, MAX_SORTED_MATCHES } from './limits.ts'
import type { AnyList, Condition, PageRequest, SearchedColumn, WithPosition } from './list.ts'
import { pageOf, rangeOf } from './page.ts'
import { scanOrSort } from './scan.ts'
import { beginsWords, containsAnywhere, containsWords, estimateMatches, hasTwoLetters, prefixBounds } from './search.ts'
import { sortedPage, sortRange } from './sorted-page.ts'
import { filteredRows, hashedSemiJoins, semiJoinConditions, withConditions } from './statements.ts'
import { hasFewRows, hasMoreThan, totalOfPage } from './totals.ts'

type Search = { column: SearchedColumn; text: string; folded: string; containsWords: Condition }

/** A selective search looks its matches up, a broad one scans the list in order. A search without matches shows similar rows. */
export async function searchPage<Row>(
  request: PageRequest<Row>,
  column: SearchedColumn,
  text: string,
): Promise<ListPage<Row>> {
  const { database, list, position } = request
  const { table } = list
  const rows = filteredRows(list)
  if (!column.indexed) return browsePage(request, rows.where(containsWords(table, column, text)))
  const { folded, expected, patterns } = await estimateMatches(database, table, text)
  // Patterns as parameters: PostgreSQL plans for their values.
  const search = { column, text, folded, containsWords: containsWords(table, column, text, sql`${patterns}::text[]`) }
  if (!hasTwoLetters(folded)) {
    const conditions = folded.length === 1 ? prefixBounds(column, folded) : [search.containsWords]
    return browsePage(request, withConditions(rows, conditions))
  }
  if (list.restricted) return restrictedPage(request, { ...search, containsWords: beginsWords(column, text) }, expected)
  if (position ? position.broad : expected > MAX_SORTED_MATCHES) return broadPage(request, search)
  const matches = withConditions(filteredRows(list, sql`found`), semiJoinConditions(list))
  const page = await sortedPage(request, matches, { matches: findMatches(list, text, null) })
  if (page.rows.length > 0 || position) return page
  const anyMatch = query.selectFrom(findMatches(list, text, 1).as('found'))
  return (await hasMoreThan(database, 0, anyMatch)) ? page : similarPage(request, search)
}

/**
 * For a reader who may not see all rows. No answer depends on the others: how words match, what is counted and which rows
 * are similar follows from the visible ones. Among few of them, words match anywhere. The estimate only chooses the plan.
 */
async function restrictedPage<Row>(
  request: PageRequest<Row>,
  { column, text, containsWords: beginsWords }: Search,
  expected: number,
): Promise<ListPage<Row>> {
  const { database, list, order, position, pageSize } = request
  const rows = filteredRows(list)
  const visible = withConditions(list.rows(sql.raw(list.table)), list.scope ?? [])
  if (list.withoutTotal || !(await hasFewRows(database, visible))) {
    const found = filteredRows(list, expected > MAX_SORTED_MATCHES ? findMatches(list, text, null) : sql`found`)
    const matches = withConditions(found, [beginsWords, ...semiJoinConditions(list)])
    const range = rangeOf(request)
    const page =
      expected > MAX_SORTED_MATCHES
        ? await scanOrSort(range, rows, [beginsWords, ...hashedSemiJoins(list)], matches)
        : await sortRange(range, matches, findMatches(list, text, null))
    return pageOf(request, page, totalOfPage(page, pageSize))
  }
  const containsText = containsAnywhere(column, text)
  const page = await sortedPage(request, withConditions(rows, [containsText, ...semiJoinConditions(list)]))
  if (page.rows.length > 0 || position) return page
  if (await hasMoreThan(database, 0, visible.where(containsText))) return page
  const similarity = sql<number>`word_similarity(fold(${text}), ${sql.ref(column.column)})`
  const similar = withConditions(rows, [sql`${similarity} >= ${LEAST_SIMILARITY}`, ...semiJoinConditions(list)])
    .orderBy(similarity, 'desc')
    .orderBy(sql.ref(order.id.column))
    .limit(MAX_SIMILAR_ROWS)
  return similarRows(await rowsOf(database, similar))
}

async function broadPage<Row>(request: PageRequest<Row>, search: Search): Promise<ListPage<Row>> {
  const { database, list, position, pageSize } = request
  const rows = filteredRows(list)
  // The filters may leave fewer rows than the search.
  const mayBeFew = (list.filters ?? []).length > 0
  if (mayBeFew && (await hasFewRows(database, rows))) {
    const conditions = [search.containsWords, ...semiJoinConditions(list)]
    return sortedPage(request, withConditions(rows, conditions), { broad: true })
  }
  const found = await scanBroad(request, search)
  // The estimate is an upper bound: there may be no match at all.
  if (found.length === 0 && !position) return similarPage(request, search)
  return pageOf(request, found, totalOfPage(found, pageSize), true)
}

/** Sorted by the searched column, rows with the search as a prefix come first: an index range, without a scan. */
async function scanBroad<Row>(request: PageRequest<Row>, search: Search): Promise<WithPosition<Row>[]> {
  const { list, order, position } = request
  const range = rangeOf(request)
  const rows = filteredRows(list)
  const conditions = [search.containsWords, ...hashedSemiJoins(list)]
  const sortable = withConditions(filteredRows(list, findMatches(list, search.text, null)), semiJoinConditions(list))
  if (order.by.column !== search.column.column) return scanOrSort(range, rows, conditions, sortable)
  const [start, end] = prefixBounds(search.column, search.folded)
  const hasPrefix = sql<boolean>`${start} and ${end}`
  const isInPrefixRange = !position || position.value?.startsWith(` ${search.folded}`)
  // A position is a bound itself. With a second one on the same side, PostgreSQL might start the scan there.
  const bounds = !position ? [hasPrefix] : order.descending ? [start] : [end]
  const prefixed = withConditions(rows, [...bounds, ...semiJoinConditions(list)])
  const first = isInPrefixRange ? await readKeysetRange(range, prefixed) : []
  if (first.length === range.maxRows) return first
  const rest = {
    ...range,
    position: isInPrefixRange ? undefined : position,
    maxRows: range.maxRows - first.length,
  }
  const hasNoPrefix = sql<boolean>`not (${hasPrefix})`
  const others = await scanOrSort(rest, rows.where(hasNoPrefix), conditions, sortable.where(hasNoPrefix))
  return [...first, ...others]
}

async function similarPage<Row>({ database, list }: PageRequest<Row>, { column, text }: Search) {
  const source = sql<never>`${sql.ref(`similar_${list.table}`)}(${text}, ${MAX_SIMILAR_ROWS})`
  const similar = withConditions(filteredRows(list, source), semiJoinConditions(list))
  const similarity = sql`word_similarity(fold(${text}), ${sql.ref(column.column)})`
  return similarRows(await rowsOf(database, similar.orderBy(similarity, 'desc').orderBy(sql.ref(list.id.column))))
}

const similarRows = <Row>(rows: Row[]): ListPage<Row> => ({
  rows,
  next: null,
  total: { count: rows.length, exact: true },
  similar: rows.length > 0,
})

function findMatches({ table }: AnyList<unknown>, text: string, max: number | null) {
  return sql<never>`${sql.ref(`find_${table}`)}(${text}, ${max})`
}
