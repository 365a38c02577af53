import { type ListPage, MOST_COUNTED } from '@sherpa/contracts/list'
import { type RawBuilder, sql } from 'kysely'
import { query } from '../queries.ts'
import { readKeysetRange } from './keyset-range.ts'
import { MAX_ID_LOOKUPS, MAX_SORTED_ROWS } from './limits.ts'
import type { PageRequest, Statement } from './list.ts'
import { pageOf, rangeOf } from './page.ts'
import { probePage, scanOrSort } from './scan.ts'
import { sortedPage } from './sorted-page.ts'
import { anyAlternative, hashedSemiJoins, isIn, semiJoinConditions, withConditions } from './statements.ts'
import { countOf, countUpTo, totalOf, totalOfPage } from './totals.ts'

/** Without a search, or with one that has no index. */
export async function browsePage<Row>(request: PageRequest<Row>, statement: Statement<Row>): Promise<ListPage<Row>> {
  const { database, list, order, position, pageSize } = request
  const { id, filters = [], semiJoins = [], rangeColumn } = list
  const followsIndex = rangeColumn === undefined || rangeColumn === order.by.column
  if (semiJoins.length === 0 && followsIndex) {
    const [rows, total] = await Promise.all([
      readKeysetRange(rangeOf(request), statement),
      position || list.withoutTotal ? null : countOf(database, withConditions(statement, anyAlternative(list))),
    ])
    return pageOf(request, rows, total)
  }
  const [matches, ...sizes] = await Promise.all([
    countUpTo(database, MAX_SORTED_ROWS + 1, statement),
    ...semiJoins.map((subquery) => countUpTo(database, MOST_COUNTED + 1, rowsOfSubquery(subquery))),
  ])
  if (matches <= MAX_SORTED_ROWS) return sortedPage(request, withConditions(statement, semiJoinConditions(list)))
  const smallest = Math.min(...sizes)
  if (smallest <= MAX_ID_LOOKUPS) return sortedPage(request, lookedUp())
  if (semiJoins.length === 0)
    return pageOf(request, await readKeysetRange(rangeOf(request), statement), totalOf(matches))
  const sortable = smallest > MOST_COUNTED ? withConditions(statement, semiJoinConditions(list)) : lookedUp()
  const isBroad = list.mayBeDense && smallest > MOST_COUNTED
  const rows =
    (isBroad && (await probePage(rangeOf(request), statement))) ||
    (await scanOrSort(rangeOf(request), statement, hashedSemiJoins(list), sortable))
  const [size = 0, ...otherSizes] = sizes
  const isTotal = !list.restricted && filters.length === 0 && otherSizes.length === 0
  return pageOf(request, rows, isTotal ? totalOf(size) : totalOfPage(rows, pageSize))

  /** Looks up the ids of the smallest semi-join. */
  function lookedUp() {
    const at = sizes.indexOf(smallest)
    return withConditions(
      statement,
      semiJoins.map((subquery, index) =>
        index === at ? sql<boolean>`${sql.ref(id.column)} = any(array(${subquery}))` : isIn(id.column, subquery),
      ),
    )
  }
}

const rowsOfSubquery = (subquery: RawBuilder<unknown>): Statement<unknown> =>
  query.selectFrom(sql`(${subquery})`.as('named'))
