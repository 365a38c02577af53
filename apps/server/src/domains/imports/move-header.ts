import { MOST_HEADER_ROWS } from '@sherpa/contracts/import'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { describeCounts } from '../../tables/count-values.ts'
import type { NumberedRow } from '../../tables/read-table.ts'
import type { Importable } from './importable.ts'
import type { StoredImport } from './stored-imports.ts'
import { stageRows } from './upload-table.ts'

const BATCH = 1000

/** Makes another row the header: rows above it are no data. Returns what the file then looks like. */
export async function moveHeader(
  client: Queryable,
  { thread }: Pick<Importable, 'thread'>,
  stored: StoredImport,
  row: number | null,
) {
  const { organization_id, id, rows_before, row_count } = stored
  const first = await loadFirstRows(client, stored)
  const at = row === null ? -1 : first.findIndex(({ number }) => number === row)
  if (row !== null && at === -1)
    throw new Refusal('invalid-fields', { errors: [{ field: 'row', message: 'Choose one of the first rows' }] })
  const rowsBefore = first.slice(0, at + 1)
  const shift = rowsBefore.length - rows_before.length
  if (row_count - shift < 1) throw new Refusal('empty-table')
  if (shift !== 0) {
    const own = 'organization_id = $1 and import_id = $2'
    await client.query(`delete from import_rows where ${own} and line <= $3`, [organization_id, id, shift])
    // Two steps, since the key is checked row by row.
    await client.query(`update import_rows set line = -line where ${own}`, [organization_id, id])
    await client.query(`update import_rows set line = -line - $3 where ${own}`, [organization_id, id, shift])
    if (shift < 0) await stageRows(client, organization_id, id, 0, rows_before.slice(rowsBefore.length))
  }
  let counts = await thread.run('startCounts', rowsBefore, first.slice(at + 1))
  for (let after = 0; after < row_count - shift; after += BATCH) {
    const { rows } = await client.query<{ cells: string[] }>(
      `select cells from import_rows
       where organization_id = $1 and import_id = $2 and line > $3 and line <= $4 order by line`,
      [organization_id, id, after, after + BATCH],
    )
    counts = await thread.run('addToCounts', counts, rows)
  }
  return { rowsBefore, ...describeCounts(counts) }
}

/** Rows before the data, and the first rows of data. */
export async function loadFirstRows(
  client: Queryable,
  { organization_id, id, rows_before }: Pick<StoredImport, 'organization_id' | 'id' | 'rows_before'>,
  most = MOST_HEADER_ROWS,
): Promise<NumberedRow[]> {
  const { rows } = await client.query<NumberedRow>(
    `select coalesce(sheet_row, line) as number, cells from import_rows
     where organization_id = $1 and import_id = $2 order by line limit $3`,
    [organization_id, id, Math.max(most - rows_before.length, 1)],
  )
  return [...rows_before, ...rows]
}
