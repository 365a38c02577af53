import { readKeysetRange } from './keyset-range.ts'
import { MAX_SCANNED_ROWS } from './limits.ts'
import type { Condition, Range, Statement } from './list.ts'
import { sortRange } from './sorted-page.ts'
import { hasMoreThan } from './totals.ts'

/** Scans the index in order, and sorts all matches instead if the limit is reached before the page is full. */
export async function scanOrSort<Row>(
  range: Range<Row>,
  rows: Statement<Row>,
  conditions: readonly Condition[],
  sortable: Statement<Row>,
) {
  const scanned = await readKeysetRange(range, rows, conditions)
  if (scanned.length === range.maxRows || !(await hasMoreThan(range.database, MAX_SCANNED_ROWS, rows))) return scanned
  return sortRange(range, sortable)
}
