import { inTransaction, type Queryable } from '../../persistence/database.ts'
import { run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { BATCH, type ImportParts, updateImport } from './check-import.ts'
import type { Importable, Shape, UpdatedRow } from './importable.ts'
import { addCounts, lockImport, type StoredImport } from './stored-imports.ts'

/** Undoes a batch: first added records, then changes in reverse order. Returns whether there are more rows. */
export async function undoBatch<Of extends Shape>(
  { database, importable }: ImportParts<Of>,
  organization: string,
  id: string,
  person: string,
) {
  return inTransaction(database, async (client) => {
    const stored = await lockImport<Of>(client, organization, id)
    if (stored.state !== 'undoing') return false
    if (stored.done_rows < stored.row_count) {
      await run(client, updateImport(stored).set({ done_rows: await removeAdded(importable, client, stored, person) }))
      return true
    }
    if (await restoreUpdated(importable, client, stored, person)) return true
    const { rows } = await client.query<{ outcome: 'kept' | 'removed' | 'restored'; records: number }>(
      `select outcome, count(distinct record_id)::integer as records from import_rows
       where organization_id = $1 and import_id = $2 and outcome in ('kept', 'removed', 'restored') group by outcome`,
      [organization, id],
    )
    const counts = Object.fromEntries(rows.map(({ outcome, records }) => [outcome, records]))
    await importable.removeUnused(client, stored)
    await run(client, updateImport(stored).set({ state: 'undone', counts: addCounts(counts) }))
    await recordEvent(client, {
      event: 'import-undone',
      actor: person,
      organization,
      details: `${counts.kept ?? 0} ${importable.plural} kept as they are`,
    })
    return false
  })
}

/** Returns the last processed row. */
async function removeAdded<Of extends Shape>(
  importable: Importable<Of>,
  client: Queryable,
  stored: StoredImport<Of>,
  person: string,
) {
  const { organization_id, id, done_rows, row_count } = stored
  const last = Math.min(done_rows + (importable.batchRows ?? BATCH), row_count)
  const { rows: added } = await client.query<{ line: number; record_id: string }>(
    `select line, record_id from import_rows
     where organization_id = $1 and import_id = $2 and outcome = 'added' and line > $3 and line <= $4`,
    [organization_id, id, done_rows, last],
  )
  const ids = added.map((row) => row.record_id)
  const kept = await importable.removeAdded(client, stored, ids, person)
  const outcome = "case when r.record_id = any($4::uuid[]) then 'kept' else 'removed' end"
  await client.query(
    `update import_rows r set outcome = ${outcome}
     where r.organization_id = $1 and r.import_id = $2 and r.line = any($3::integer[])`,
    [organization_id, id, added.map((row) => row.line), kept],
  )
  // Other rows of an added record get the same outcome.
  await client.query(
    `update import_rows r set outcome = ${outcome}
     where r.organization_id = $1 and r.import_id = $2 and r.outcome in ('updated', 'joined') and r.record_id = any($3::uuid[])`,
    [organization_id, id, ids, kept],
  )
  return last
}

/** Returns whether there were rows. */
async function restoreUpdated<Of extends Shape>(
  importable: Importable<Of>,
  client: Queryable,
  stored: StoredImport<Of>,
  person: string,
) {
  const { organization_id, id } = stored
  const { rows } = await client.query<UpdatedRow>(
    `select line, record_id, changed from import_rows
     where organization_id = $1 and import_id = $2 and outcome = 'updated' order by line desc limit $3`,
    [organization_id, id, BATCH],
  )
  if (rows.length === 0) return false
  const outcomes = await importable.restore(client, stored, rows, person)
  await client.query(
    `update import_rows r set outcome = x.outcome from jsonb_to_recordset($3::jsonb) as x(line integer, outcome text)
     where r.organization_id = $1 and r.import_id = $2 and r.line = x.line and r.line = any($4::integer[])`,
    [organization_id, id, JSON.stringify(outcomes), outcomes.map(({ line }) => line)],
  )
  return true
}
