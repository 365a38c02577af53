import type { NumberedRow } from './read-table.ts'
import { beginningOf } from './read-text.ts'

/** Columns with more distinct values are not listed by value. */
const MAX_DISTINCT = 60
const MAX_VALUE_LENGTH = 200
/** Rows for column recognition. */
const SAMPLE_ROWS = 200
/** Longer values are not dates or numbers. */
const MAX_FORM_LENGTH = 20
/** Enough for recognition. */
const truncate = (cell: string) => beginningOf(cell, MAX_VALUE_LENGTH)

export type StoredColumn = {
  name: string
  filled: number
  distinct: { value: string; rows: number }[] | null
  /** Ways of writing, such as the day before the month. Missing in imports of earlier releases. */
  forms?: Record<string, number>
}

type Counted = { filled: number; distinct: Map<string, number>; forms: Record<string, number> }
/** Counts ways of writing that tell how a column is meant. */
export type CountForms = (forms: Record<string, number>, value: string) => void

/** Distinct values and ways of writing of each column, and the first rows. Plain data, for threads. */
export type Counts = { names: readonly string[]; rows: number; samples: string[][]; columns: Counted[] }

export const startCounts = (names: readonly string[]): Counts => ({
  names,
  rows: 0,
  samples: [],
  columns: names.map(() => ({ filled: 0, distinct: new Map(), forms: {} })),
})

export function addToCounts(
  counts: Counts,
  batch: readonly Pick<NumberedRow, 'cells'>[],
  countForms: CountForms,
): Counts {
  counts.rows += batch.length
  const width = counts.names.length
  const missing = SAMPLE_ROWS - counts.samples.length
  if (missing > 0)
    counts.samples.push(...batch.slice(0, missing).map(({ cells }) => cells.slice(0, width).map(truncate)))
  for (const { cells } of batch) {
    for (const [at, column] of counts.columns.entries()) {
      const value = cells[at] ?? ''
      if (value === '') continue
      countValue(column, value)
      if (value.length <= MAX_FORM_LENGTH) countForms(column.forms, value)
    }
  }
  return counts
}

function countValue(column: Counted, value: string) {
  column.filled++
  const key = truncate(value)
  if (column.distinct.size <= MAX_DISTINCT || column.distinct.has(key)) {
    column.distinct.set(key, (column.distinct.get(key) ?? 0) + 1)
  }
}

export const describeCounts = ({ names, rows, samples, columns }: Counts) => ({
  rows,
  samples,
  columns: columns.map(({ filled, distinct, forms }, at): StoredColumn => {
    // If all values differ, they are not choices.
    const isChoiceColumn = distinct.size <= MAX_DISTINCT && (distinct.size < filled || rows <= MAX_DISTINCT)
    const listed = [...distinct].map(([value, count]) => ({ value, rows: count })).sort((a, b) => b.rows - a.rows)
    return { name: names[at] ?? '', filled, distinct: isChoiceColumn ? listed : null, forms }
  }),
})
