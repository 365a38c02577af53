import type { ListPage, Total } from '@sherpa/contracts/list'
import { encodeCursor } from './cursor.ts'
import type { PageRequest, Range, WithPosition } from './list.ts'

/** Reads one extra row to detect a next page. */
export function rangeOf<Row>({ database, list, order, position, pageSize }: PageRequest<Row>): Range<Row> {
  return { database, list, order, position, maxRows: pageSize + 1 }
}

export function pageOf<Row>(
  { list, order, position, pageSize }: PageRequest<Row>,
  rows: WithPosition<Row>[],
  total: Total | null,
  broad = false,
): ListPage<Row> {
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined
  return {
    rows: rows.slice(0, pageSize),
    next: last ? encodeCursor(order.sort, { value: last.positionValue, id: last.positionId, broad }) : null,
    total: position || list.withoutTotal ? null : total,
    similar: false,
  }
}
