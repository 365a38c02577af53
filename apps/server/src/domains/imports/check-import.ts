import type { CommonFindings, ImportCounts } from '@sherpa/contracts/import'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import type { RowToRead } from '../../tables/read-rows.ts'
import type { Importable, RowPlan, RowToPlan, Shape } from './importable.ts'
import { deleteKeys } from './row-keys.ts'
import { lockImport, type StoredImport } from './stored-imports.ts'

/** Rows per batch. */
export const BATCH = 1000
const MAX_VALUES = 100

export type ImportParts<Of extends Shape> = { database: Database; clock: () => Date; importable: Importable<Of> }

/** Checks a batch of rows. Returns whether there are more; false also if the mapping has changed. */
export async function checkBatch<Of extends Shape>(
  { database, importable }: ImportParts<Of>,
  { organization, id, person }: { organization: string; id: string; person: string },
  version: number,
) {
  return inTransaction(database, async (client) => {
    const stored = await lockImport<Of>(client, organization, id)
    if (stored.state !== 'checking' || stored.version !== version) return false
    if (stored.done_rows === 0) await deleteKeys(client, stored, null)
    const { rows } = await client.query<StoredCells>(
      `select ${storedCells} from import_rows
       where organization_id = $1 and import_id = $2 and line > $3 order by line limit $4`,
      [organization, id, stored.done_rows, BATCH],
    )
    const last = rows.at(-1)
    if (!last) return false
    await checkRows(importable, client, stored, person, rows)
    await run(client, updateImport(stored).set({ done_rows: last.line }))
    return last.line < stored.row_count
  })
}

type StoredCells = Pick<RowToPlan<object>, 'line' | 'answer' | 'answered_for'> & RowToRead
/** The thread parses them. */
const storedCells = 'line, cells::text as cells, edits::text as edits, answer, answered_for'

/** Checks some rows again, after corrections or answers. */
export async function checkRowsAgain<Of extends Shape>(
  importable: Importable<Of>,
  client: Queryable,
  stored: StoredImport<Of>,
  person: string,
  lines: readonly number[],
) {
  const { rows } = await client.query<StoredCells>(
    `select ${storedCells} from import_rows
     where organization_id = $1 and import_id = $2 and line = any($3::integer[]) order by line`,
    [stored.organization_id, stored.id, lines],
  )
  await deleteKeys(client, stored, lines)
  await checkRows(importable, client, stored, person, rows)
  return completeFindings(importable, client, stored)
}

/** Parses, matches and previews rows. */
async function checkRows<Of extends Shape>(
  importable: Importable<Of>,
  client: Queryable,
  stored: StoredImport<Of>,
  person: string,
  rows: readonly StoredCells[],
) {
  const batch = await importable.openBatch(client, stored, person)
  const read = await batch.read(rows.map(({ cells, edits }) => ({ cells, edits })))
  const readRows = rows.map((row, at) => ({ ...row, ...(read[at] as (typeof read)[number]) }))
  const valid = readRows.filter(({ problems }) => problems.length === 0)
  const plans = new Map((await batch.plan(valid)).map((plan) => [plan.line, plan]))
  const previews = await batch.preview(valid.map(({ line, reading }) => ({ reading, ...(plans.get(line) as RowPlan) })))
  const results = readRows.map(({ line, reading, problems }) => {
    const plan = plans.get(line)
    const changed = previews.get(line) ?? null
    if (!plan) return { line, reading, problems, plan: 'fail' }
    return { ...plan, reading, changed, plan: changed?.length === 0 ? 'same' : plan.plan }
  })
  await client.query(
    `update import_rows r set reading = x.reading, problems = x.problems, plan = x.plan, record_id = x.record_id,
       matched_by = x.matched_by, same_as = x.same_as, doubt = x.doubt, answer = x.answer, answered_for = x.answered_for,
       changed = x.changed
     from jsonb_to_recordset($3::jsonb) as x(line integer, reading jsonb, problems jsonb, plan text, record_id uuid,
       matched_by text, same_as integer, doubt text, answer text, answered_for text, changed jsonb)
     where r.organization_id = $1 and r.import_id = $2 and r.line = x.line and r.line >= $4 and r.line <= $5`,
    // The bounds avoid a scan of all rows for each batch.
    [stored.organization_id, stored.id, JSON.stringify(results), rows[0]?.line ?? 0, rows.at(-1)?.line ?? 0],
  )
}

export const updateImport = ({ organization_id, id }: Pick<StoredImport, 'organization_id' | 'id'>) =>
  query.updateTable('imports').where('organization_id', '=', organization_id).where('id', '=', id)

/** Ends the dry run after all rows are checked. */
export async function finishCheck<Of extends Shape>(
  { database, importable }: ImportParts<Of>,
  organization: string,
  id: string,
  version: number,
) {
  await inTransaction(database, async (client) => {
    const stored = await lockImport<Of>(client, organization, id)
    if (stored.state !== 'checking' || stored.version !== version || stored.done_rows < stored.row_count) return
    const findings = await completeFindings(importable, client, stored)
    await run(client, updateImport(stored).set({ state: 'checked', findings }))
  })
}

async function completeFindings<Of extends Shape>(
  importable: Importable<Of>,
  client: Queryable,
  stored: StoredImport<Of>,
) {
  const more = await importable.findMore(client, stored)
  return JSON.stringify({ ...(await findCommon(client, stored)), ...more })
}

const outcomeOf = { add: 'added', update: 'updated', same: 'same', skip: 'skipped', fail: 'failed' } as const
type Plan = keyof typeof outcomeOf

async function findCommon(client: Queryable, { organization_id, id }: StoredImport): Promise<CommonFindings> {
  const { rows: plans } = await client.query<{
    plan: Plan | 'join'
    rows: number
    within: number
    open: number
    values: number
  }>(
    `select plan, count(*)::integer as rows, count(same_as)::integer as within,
       (count(*) filter (where doubt is not null and answer is null))::integer as open,
       coalesce(sum(jsonb_array_length(changed)) filter (where plan = 'update'), 0)::integer as values
     from import_rows where organization_id = $1 and import_id = $2 group by plan`,
    [organization_id, id],
  )
  const counts: ImportCounts = { added: 0, updated: 0, same: 0, skipped: 0, failed: 0 }
  for (const { plan, rows } of plans) if (plan !== 'join') counts[outcomeOf[plan]] += rows
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const open = sum(plans.map((one) => one.open))
  counts.skipped -= open
  const { rows: notUnderstood } = await client.query<CommonFindings['notUnderstood'][number]>(
    `select (problem->>'column')::integer as column, problem->>'value' as value, count(*)::integer as rows, min(problem->>'message') as message
     from import_rows r,
       jsonb_array_elements(coalesce(r.problems, '[]') || coalesce(r.reading->'leftEmpty', '[]')) as problem
     where r.organization_id = $1 and r.import_id = $2 and problem->>'column' is not null
     group by 1, 2 order by 3 desc, 1, 2 limit $3`,
    [organization_id, id, MAX_VALUES],
  )
  return {
    counts,
    withinFile: sum(plans.map((one) => one.within)),
    open,
    changedValues: sum(plans.map(({ values }) => values)),
    notUnderstood,
  }
}
