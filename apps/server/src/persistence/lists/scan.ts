import { readKeysetRange } from './keyset-range.ts'
import { DENSITY_SAMPLE, MAX_PROBED_ROWS, MAX_SCANNED_ROWS } from './limits.ts'
import type { Condition, Range, Statement } from './list.ts'
import { sortRange } from './sorted-page.ts'
import { probedSemiJoins } from './statements.ts'
import { hasMoreThan } from './totals.ts'

/** Probes the entries in order, if most pages are full soon. Undefined if too few match: collecting their ids reads less. */
export async function probePage<Row>(range: Range<Row>, rows: Statement<Row>) {
  const probes = probedSemiJoins(range.list)
  const sample = await readKeysetRange({ ...range, maxRows: DENSITY_SAMPLE.matches }, rows, probes, DENSITY_SAMPLE.rows)
  if (sample.length < DENSITY_SAMPLE.matches) return undefined
  const page = await readKeysetRange(range, rows, probes, MAX_PROBED_ROWS)
  return page.length === range.maxRows ? page : undefined
}

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
