import type { ListPage } from '@sherpa/contracts/list'
import { sql } from 'kysely'
import { query, rowsOf } from '../queries.ts'
import { browsePage } from './browse-page.ts'
import { readKeysetRange } from './keyset-range.ts'
import { MAX_SIMILAR_ROWS, MAX_SORTED_MATCHES, MAX_SORTED_ROWS } from './limits.ts'
import type { AnyList, Condition, PageRequest, SearchedColumn, WithPosition } from './list.ts'
import { pageOf, rangeOf } from './page.ts'
import { scanOrSort } from './scan.ts'
import { containsWords, estimateMatches, hasTwoLetters, prefixBounds } from './search.ts'
import { sortedPage } from './sorted-page.ts'
import { filteredRows, hashedSemiJoins, semiJoinConditions, withConditions } from './statements.ts'
import { countUpTo, hasMoreThan, totalOfPage } from './totals.ts'

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
  if (position ? position.broad : expected > MAX_SORTED_MATCHES) return broadPage(request, search)
  const matches = withConditions(filteredRows(list, sql`found`), semiJoinConditions(list))
  const page = await sortedPage(request, matches, { matches: findMatches(list, text, null) })
  if (page.rows.length > 0 || position) return page
  const anyMatch = query.selectFrom(findMatches(list, text, 1).as('found'))
  return (await hasMoreThan(database, 0, anyMatch)) ? page : similarPage(request, search)
}

async function broadPage<Row>(request: PageRequest<Row>, search: Search): Promise<ListPage<Row>> {
  const { database, list, position, pageSize } = request
  const rows = filteredRows(list)
  // The filters may leave fewer rows than the search.
  const mayBeFew = (list.filters ?? []).length > 0 || list.restricted
  if (mayBeFew && (await countUpTo(database, MAX_SORTED_ROWS + 1, rows)) <= MAX_SORTED_ROWS) {
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
  const rows = await rowsOf(database, similar.orderBy(similarity, 'desc').orderBy(sql.ref(list.id.column)))
  return { rows, next: null, total: { count: rows.length, exact: true }, similar: rows.length > 0 }
}

function findMatches({ table }: AnyList<unknown>, text: string, max: number | null) {
  return sql<never>`${sql.ref(`find_${table}`)}(${text}, ${max})`
}
