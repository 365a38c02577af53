import { MOST_IMPORT_BYTES, type NewImportQuery } from '@sherpa/contracts/import'
import type { Database, Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, run } from '../../persistence/queries.ts'
import type { NumberedRow } from '../../tables/read-table.ts'
import { ValueCounter } from './count-values.ts'
import { createHeaderFinder } from './find-header.ts'
import type { Importable, Viewer } from './importable.ts'
import { type FileTable, readFile } from './read-file.ts'
import type { StoredColumn } from './stored-imports.ts'

export type UploadedTable = Pick<FileTable, 'rowsBefore'> & {
  id: string
  name: string
  columns: StoredColumn[]
  samples: string[][]
  rows: number
}

/** Streams a file into staging rows. Deletes them if the file is invalid or too large. */
export async function uploadTable(
  database: Database,
  { name: target, headings, countForms, mostRows }: Pick<Importable, 'name' | 'headings' | 'countForms' | 'mostRows'>,
  viewer: Viewer,
  { name = 'Pasted rows', sheet: wanted }: NewImportQuery,
  file: AsyncIterable<Buffer>,
): Promise<UploadedTable> {
  const { organization } = viewer.member
  const id = newId()
  const { columns, headerRow, rowsBefore, sheets, sheet, batches } = await readFile(
    createHeaderFinder(headings),
    file,
    mostRows === undefined ? undefined : { bytes: MOST_IMPORT_BYTES, rows: mostRows },
    wanted,
  )
  const counter = new ValueCounter(columns, countForms)
  await run(
    database,
    query.insertInto('imports').values({
      organization_id: organization,
      id,
      name,
      target,
      state: 'uploading',
      created_by: viewer.person.id,
      has_header: headerRow !== null,
      header_row: headerRow,
      rows_before: JSON.stringify(rowsBefore),
      sheets: JSON.stringify(sheets),
      sheet,
    }),
  )
  try {
    for await (const batch of batches) {
      await stageRows(database, organization, id, counter.rows, batch)
      counter.add(batch)
    }
  } catch (error) {
    await run(database, query.deleteFrom('imports').where('organization_id', '=', organization).where('id', '=', id))
    throw error
  }
  return { id, name, columns: counter.columns(), samples: counter.samples, rows: counter.rows, rowsBefore }
}

/** Inserts rows after a line. */
export async function stageRows(
  client: Queryable,
  organization: string,
  id: string,
  after: number,
  rows: readonly NumberedRow[],
) {
  await client.query({
    name: 'stage-rows',
    text: `insert into import_rows (organization_id, import_id, line, sheet_row, cells)
      select $1, $2, $3 + n, (r->>'number')::integer, r->'cells'
      from jsonb_array_elements($4::jsonb) with ordinality as t(r, n)`,
    values: [organization, id, after, JSON.stringify(rows)],
  })
}
