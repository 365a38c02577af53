import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { published, query, run } from '../../persistence/queries.ts'
import type { RowPlan } from './importable.ts'
import type { StoredImport } from './stored-imports.ts'

type Import = Pick<StoredImport, 'organization_id' | 'id'>

export const publicImportRows = published('import_rows', [
  'organization_id',
  'import_id',
  'line',
  'sheet_row',
  'plan',
  'matched_by',
  'same_as',
  'record_id',
  'outcome',
  'reading',
  'changed',
])

/** The record of each of these rows. */
export async function findRecordsOfRows(client: Queryable, { organization_id, id }: Import, lines: readonly number[]) {
  if (lines.length === 0) return new Map<number, string | null>()
  const { rows } = await client.query<{ line: number; record_id: string | null }>(
    'select line, record_id from import_rows where organization_id = $1 and import_id = $2 and line = any($3::integer[])',
    [organization_id, id, lines],
  )
  return new Map(rows.map(({ line, record_id }) => [line, record_id]))
}

type RowOfRecord<Reading> = Pick<RowPlan, 'line' | 'plan' | 'matched_by' | 'same_as' | 'record_id'> & {
  reading: Reading
}

/** Rows before a line that add or update the records of these first rows. */
export async function findRowsOfRecords<Reading>(
  client: Queryable,
  { organization_id, id }: Import,
  firstLines: readonly number[],
  before: number,
) {
  const { rows } = await client.query<RowOfRecord<Reading>>(
    `select line, reading, plan, matched_by, record_id, same_as from import_rows
     where organization_id = $1 and import_id = $2 and plan in ('add', 'update') and line < $4
       and (line = any($3::integer[]) or same_as = any($3::integer[])) order by line`,
    [organization_id, id, firstLines, before],
  )
  return rows
}

/** Rows `r` with a common problem fail. */
export async function failRows(
  client: Queryable,
  { organization_id, id }: Import,
  { column, message }: { column: number; message: string },
  condition: RawBuilder<boolean>,
) {
  await run(
    client,
    query
      .updateTable('import_rows as r')
      .set({
        plan: 'fail',
        problems: sql`jsonb_build_array(jsonb_build_object('column', ${column}::integer,
          'value', left(r.cells->>${column}::integer, 200), 'message', ${message}::text))`,
      })
      .where('r.organization_id', '=', organization_id)
      .where('r.import_id', '=', id)
      .where('r.plan', '<>', 'fail')
      .where(condition),
  )
}

/** Rows fail, each for a reason of its own that no single cell has. */
export async function failLines(
  client: Queryable,
  { organization_id, id }: Import,
  failures: readonly { line: number; message: string }[],
) {
  await client.query(
    `update import_rows r set plan = 'fail',
       problems = jsonb_build_array(jsonb_build_object('column', null, 'value', '', 'message', x.message))
     from jsonb_to_recordset($3::jsonb) as x(line integer, message text)
     where r.organization_id = $1 and r.import_id = $2 and r.line = x.line and r.plan <> 'fail'`,
    [organization_id, id, JSON.stringify(failures)],
  )
}
