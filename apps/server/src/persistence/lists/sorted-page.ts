import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '../queries.ts'
import { keyOf, typed } from './column-values.ts'
import type { PageRequest, Range, Statement, WithPosition } from './list.ts'
import { pageOf, rangeOf } from './page.ts'
import { inOrder } from './statements.ts'
import { totalOf } from './totals.ts'

type SortedRow<Row> = WithPosition<Row> & { keptRows: number }

/** Reads all matches once, for the page and the total. `matches` is a function that finds them. */
export async function sortedPage<Row>(
  request: PageRequest<Row>,
  statement: Statement<Row>,
  { matches, broad = false }: { matches?: RawBuilder<unknown>; broad?: boolean } = {},
) {
  const rows = await sortRange(rangeOf(request), statement, matches)
  return pageOf(request, rows, totalOf(rows[0]?.keptRows ?? 0), broad)
}

/** Sorts the keys of all matches in memory, then reads the rows of the range. */
export function sortRange<Row>(
  { database, list, order, position, maxRows }: Range<Row>,
  statement: Statement<Row>,
  matches?: RawBuilder<unknown>,
): Promise<SortedRow<Row>[]> {
  const { by, id, descending } = order
  const kept = statement.clearSelect().select([keyOf(by).as('value'), sql.ref(id.column).as('id')])
  const [direction, beyond] = descending ? [sql.raw('desc'), sql.raw('<')] : [sql.raw('asc'), sql.raw('>')]
  const fromId = typed(position?.id ?? null, id)
  const after = !position
    ? sql`true`
    : position.value === null
      ? sql`value is null and id ${beyond} ${fromId}`
      : sql`(value is null or (value, id) ${beyond} (${typed(position.value, by)}, ${fromId}))`
  const page = sql`select id from kept where ${after} order by value ${direction} nulls last, id ${direction} limit ${maxRows}`
  const rows = inOrder(list.rows(matches ? sql`found` : sql.raw(list.table)), order)
    .select(sql<number>`(select count(*)::integer from kept)`.as('keptRows'))
    .where(sql<boolean>`${sql.ref(id.column)} = any(array(${page}))`)
  const first = matches ? sql`found as materialized (select * from ${matches} as found),` : sql``
  const whole = sql<SortedRow<Row>>`with ${first} kept as materialized (${kept}) ${rows}`
  return rowsOf(database, whole)
}
