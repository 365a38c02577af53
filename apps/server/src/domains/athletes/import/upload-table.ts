import type { Database } from '../../../persistence/database.ts'
import { newId } from '../../../persistence/new-id.ts'
import { query, run } from '../../../persistence/queries.ts'
import type { NumberedRow } from '../../../tables/read-table.ts'
import { beginningOf } from '../../../tables/read-text.ts'
import type { Viewer } from '../athlete-access.ts'
import { readAthletes } from './athlete-table.ts'
import type { StoredColumn } from './stored-imports.ts'

/** Columns with more distinct values are not listed by value. */
const MAX_DISTINCT = 60
const MAX_VALUE_LENGTH = 200
/** Enough for recognition; regular expressions are slow on longer text. */
const truncate = (cell: string) => beginningOf(cell, MAX_VALUE_LENGTH)
/** Rows for column recognition. */
const SAMPLE_ROWS = 200

export type UploadedTable = { id: string; columns: StoredColumn[]; samples: string[][]; rows: number }

/** Streams a file into staging rows. Deletes them if the file is invalid or too large. */
export async function uploadTable(
  database: Database,
  viewer: Viewer,
  name: string | undefined,
  file: AsyncIterable<Buffer>,
): Promise<UploadedTable> {
  const { organization } = viewer.member
  const id = newId()
  const { columns, hasHeader, batches } = await readAthletes(file)
  const valueCounts = columns.map(() => new Map<string, number>())
  const samples: string[][] = []
  let rows = 0
  await run(
    database,
    query.insertInto('athlete_imports').values({
      organization_id: organization,
      id,
      name: name ?? 'Pasted rows',
      state: 'uploading',
      created_by: viewer.person.id,
      has_header: hasHeader,
    }),
  )
  try {
    for await (const batch of batches) {
      await database.query({
        name: 'stage-rows',
        text: `insert into athlete_import_rows (organization_id, import_id, line, sheet_row, cells)
          select $1, $2, $3 + n, (r->>'number')::integer, r->'cells'
          from jsonb_array_elements($4::jsonb) with ordinality as t(r, n)`,
        values: [organization, id, rows, JSON.stringify(batch)],
      })
      rows += batch.length
      if (samples.length < SAMPLE_ROWS) {
        samples.push(...batch.slice(0, SAMPLE_ROWS - samples.length).map(({ cells }) => cells.map(truncate)))
      }
      countValues(valueCounts, batch)
    }
  } catch (error) {
    await run(
      database,
      query.deleteFrom('athlete_imports').where('organization_id', '=', organization).where('id', '=', id),
    )
    throw error
  }
  return {
    id,
    columns: columns.map((column, at) => ({ name: column, ...summarize(valueCounts[at], rows) })),
    samples,
    rows,
  }
}

/** Key for the number of filled cells. No cell contains NUL. */
const FILLED = '\0'

function countValues(valueCounts: Map<string, number>[], batch: NumberedRow[]) {
  for (const { cells } of batch) {
    for (const [at, values] of valueCounts.entries()) {
      const value = cells[at] ?? ''
      if (value === '') continue
      values.set(FILLED, (values.get(FILLED) ?? 0) + 1)
      const key = truncate(value)
      if (values.size <= MAX_DISTINCT + 1) values.set(key, (values.get(key) ?? 0) + 1)
    }
  }
}

function summarize(values: Map<string, number> = new Map(), rows: number): Omit<StoredColumn, 'name'> {
  const filled = values.get(FILLED) ?? 0
  values.delete(FILLED)
  // If all values differ, they are not choices.
  const isChoiceColumn = values.size <= MAX_DISTINCT && (values.size < filled || rows <= MAX_DISTINCT)
  const distinct = [...values].map(([value, count]) => ({ value, rows: count })).sort((a, b) => b.rows - a.rows)
  return { filled, distinct: isChoiceColumn ? distinct : null }
}
