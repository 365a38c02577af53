import type { NumberedRow } from '../../tables/read-table.ts'
import { beginningOf } from '../../tables/read-text.ts'
import type { Importable } from './importable.ts'
import type { StoredColumn } from './stored-imports.ts'

/** Columns with more distinct values are not listed by value. */
const MAX_DISTINCT = 60
const MAX_VALUE_LENGTH = 200
/** Rows for column recognition. */
const SAMPLE_ROWS = 200
/** Longer values are not dates or numbers. */
const MAX_FORM_LENGTH = 20
/** Enough for recognition. */
const truncate = (cell: string) => beginningOf(cell, MAX_VALUE_LENGTH)

type Counted = { filled: number; distinct: Map<string, number>; forms: Record<string, number> }

/** Collects distinct values and ways of writing of each column. */
export class ValueCounter {
  readonly samples: string[][] = []
  rows = 0
  readonly #names: readonly string[]
  readonly #columns: Counted[]
  readonly #countForms: Importable['countForms']

  constructor(names: readonly string[], countForms: Importable['countForms']) {
    this.#names = names
    this.#columns = names.map(() => ({ filled: 0, distinct: new Map(), forms: {} }))
    this.#countForms = countForms
  }

  add(batch: readonly Pick<NumberedRow, 'cells'>[]) {
    this.rows += batch.length
    const width = this.#names.length
    const missing = SAMPLE_ROWS - this.samples.length
    if (missing > 0)
      this.samples.push(...batch.slice(0, missing).map(({ cells }) => cells.slice(0, width).map(truncate)))
    for (const { cells } of batch) {
      for (const [at, column] of this.#columns.entries()) {
        const value = cells[at] ?? ''
        if (value === '') continue
        countValue(column, value)
        if (value.length <= MAX_FORM_LENGTH) this.#countForms(column.forms, value)
      }
    }
  }

  columns(): StoredColumn[] {
    return this.#columns.map(({ filled, distinct, forms }, at) => {
      // If all values differ, they are not choices.
      const isChoiceColumn = distinct.size <= MAX_DISTINCT && (distinct.size < filled || this.rows <= MAX_DISTINCT)
      const listed = [...distinct].map(([value, rows]) => ({ value, rows })).sort((a, b) => b.rows - a.rows)
      return { name: this.#names[at] ?? '', filled, distinct: isChoiceColumn ? listed : null, forms }
    })
  }
}

function countValue(column: Counted, value: string) {
  column.filled++
  const key = truncate(value)
  if (column.distinct.size <= MAX_DISTINCT || column.distinct.has(key)) {
    column.distinct.set(key, (column.distinct.get(key) ?? 0) + 1)
  }
}
