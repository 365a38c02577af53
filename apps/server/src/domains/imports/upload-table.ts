import { MOST_IMPORT_BYTES, type NewImportQuery } from '@sherpa/contracts/import'
import type { Database, Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, run } from '../../persistence/queries.ts'
import type { NumberedRow } from '../../tables/read-table.ts'
import { withFile } from '../../tables/spool.ts'
import type { Importable, Viewer } from './importable.ts'

/** Streams a file into staging rows. Deletes them if the file is invalid or too large. */
export async function uploadTable(
  database: Database,
  { name: target, thread, mostRows }: Pick<Importable, 'name' | 'thread' | 'mostRows'>,
  viewer: Viewer,
  { name = 'Pasted rows', sheet: wanted }: NewImportQuery,
  file: AsyncIterable<Buffer>,
) {
  const { organization } = viewer.member
  const id = newId()
  return withFile(file, MOST_IMPORT_BYTES, (path) =>
    thread.read('readTable', [path, mostRows, wanted], async (batches) => {
      // A file that cannot be read leaves no trace.
      let step = await batches.next()
      await run(
        database,
        query.insertInto('imports').values({
          organization_id: organization,
          id,
          name,
          target,
          state: 'uploading',
          created_by: viewer.person.id,
        }),
      )
      try {
        let rows = 0
        for (; !step.done; step = await batches.next()) {
          await stageRows(database, organization, id, rows, step.value)
          rows += step.value.length
        }
        return { id, name, ...step.value }
      } catch (error) {
        const stored = query.deleteFrom('imports').where('organization_id', '=', organization).where('id', '=', id)
        await run(database, stored)
        throw error
      }
    }),
  )
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
