import { sql } from 'kysely'
import { inTransaction, type Queryable } from '../../persistence/database.ts'
import { run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { BATCH, type ImportParts, updateImport } from './check-import.ts'
import type { Importable, PlannedRow, Shape, WrittenRow } from './importable.ts'
import { deleteKeys, deleteRecordKeys, saveAddedKeys } from './row-keys.ts'
import { addCounts, lockImport, type StoredImport } from './stored-imports.ts'

/** Imports a batch in one transaction. Returns whether there are more rows. */
export async function importBatch<Of extends Shape>(
  { database, importable }: ImportParts<Of>,
  organization: string,
  id: string,
  person: string,
) {
  return inTransaction(database, async (client) => {
    const stored = await lockImport<Of>(client, organization, id)
    if (stored.state !== 'importing') return false
    await importable.lock(client, organization)
    if (stored.done_rows === 0) await deleteRecordKeys(client, stored)
    const { rows: checked } = await client.query<PlannedRow<Of['reading']>>(
      `select line, reading, plan, matched_by, same_as, record_id, doubt, answer, answered_for from import_rows
       where organization_id = $1 and import_id = $2 and line > $3 order by line limit $4`,
      [organization, id, stored.done_rows, importable.batchRows ?? BATCH],
    )
    // Records may have been added or changed since the check, and since the batch before.
    const batch = await importable.openBatch(client, stored, person)
    const plans = new Map(
      (await batch.plan(checked.filter(({ plan }) => plan !== 'fail'))).map((plan) => [plan.line, plan]),
    )
    const rows = checked.map((row): PlannedRow<Of['reading']> => ({ ...row, ...plans.get(row.line) }))
    const { written, change } = await batch.write(rows)
    await saveWritten(client, stored, written)
    const last = rows.at(-1)?.line ?? stored.row_count
    const isLast = last >= stored.row_count
    await run(
      client,
      updateImport(stored).set({
        ...change,
        done_rows: last,
        counts: addCounts(countOutcomes(written)),
        ...(isLast && { state: 'done', finished_at: sql<Date>`now()` }),
      }),
    )
    if (isLast) {
      await deleteKeys(client, stored, null)
      await recordImport(importable, client, stored, person)
    }
    return !isLast
  })
}

async function saveWritten(client: Queryable, stored: StoredImport, written: readonly WrittenRow[]) {
  await client.query(
    `update import_rows r set outcome = x.outcome, record_id = x.record_id, changed = x.changed, plan = x.plan,
       matched_by = x.matched_by, same_as = x.same_as, doubt = x.doubt,
       problems = case when x.problem is null then r.problems
         else jsonb_build_array(jsonb_build_object('column', null, 'value', '', 'message', x.problem)) end
     from jsonb_to_recordset($3::jsonb) as x(line integer, outcome text, record_id uuid, changed jsonb, problem text,
       plan text, matched_by text, same_as integer, doubt text)
     where r.organization_id = $1 and r.import_id = $2 and r.line = x.line and r.line > $4 and r.line <= $5`,
    [stored.organization_id, stored.id, JSON.stringify(written), stored.done_rows, written.at(-1)?.line ?? 0],
  )
  const added = written.flatMap(({ line, outcome, record_id }) =>
    outcome === 'added' && record_id ? [{ line, record: record_id }] : [],
  )
  await saveAddedKeys(client, stored, added)
}

function countOutcomes(written: readonly WrittenRow[]) {
  const counts: Partial<Record<WrittenRow['outcome'], number>> = {}
  for (const { outcome } of written) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** One audit event for the whole import. */
export async function recordImport<Of extends Shape>(
  { importedEvent }: Importable<Of>,
  client: Queryable,
  { organization_id, id }: StoredImport,
  person: string,
) {
  const { counts } = await lockImport(client, organization_id, id)
  await recordEvent(client, {
    event: importedEvent,
    actor: person,
    organization: organization_id,
    details: `${counts.added ?? 0} added, ${counts.updated ?? 0} updated`,
  })
}
