import type { ImportCounts, ImportFindings, ImportMapping } from '@sherpa/contracts/athlete-import'
import { type Database, inTransaction, type Queryable } from '../../../persistence/database.ts'
import { query, run } from '../../../persistence/queries.ts'
import { todayIn } from '../../organizations/organizations.ts'
import { listFields } from '../custom-fields.ts'
import { MAX_TAGS } from '../tags.ts'
import { addRelatedRows, applyChanges, computeChanges, type ImportedAthlete, toNewAthlete } from './compute-changes.ts'
import { loadImportedAthletes } from './imported-athletes.ts'
import { type Importer, loadImporter } from './importer.ts'
import { planRows } from './plan-rows.ts'
import { listColleaguesForImport } from './read-related-rows.ts'
import { createRowReader, type Reading } from './read-row.ts'
import { loadRelatedRows } from './related-rows.ts'
import { lockImport, type StoredImport } from './stored-imports.ts'

/** Rows per batch. */
export const BATCH = 1000
const MAX_VALUES = 100

export type CheckParts = {
  database: Database
  clock: () => Date
  /** Remaining signed athletes of the plan. Null without a limit. */
  roomForAthletes: (client: Queryable, organization: string) => Promise<number | null>
}

/** Parses a batch of rows. Returns whether there are more; false also if the mapping has changed. */
export async function readBatch({ database, clock }: CheckParts, organization: string, id: string, version: number) {
  return inTransaction(database, async (client) => {
    const stored = await lockImport(client, organization, id)
    if (stored.state !== 'checking' || stored.version !== version) return false
    const { rows } = await client.query<{ line: number; cells: string[] }>(
      `select line, cells from athlete_import_rows
       where organization_id = $1 and import_id = $2 and line > $3 order by line limit $4`,
      [organization, id, stored.done_rows, BATCH],
    )
    const last = rows.at(-1)
    if (!last) return false
    const read = createRowReader({
      mapping: stored.mapping,
      columns: stored.columns.map(({ name }) => name),
      fields: await listFields(client, organization),
      colleagues: await listColleaguesForImport(client, organization),
      today: await todayIn(client, organization, clock()),
    })
    const readings = rows.map(({ line, cells }) => ({ line, ...read(cells) }))
    await client.query(
      `update athlete_import_rows r set reading = x.reading, problems = nullif(x.problems, '[]'::jsonb),
         plan = case when x.problems <> '[]'::jsonb then 'fail' else 'add' end, athlete_id = null, matched_by = null, same_as = null
       from jsonb_to_recordset($3::jsonb) as x(line integer, reading jsonb, problems jsonb)
       where r.organization_id = $1 and r.import_id = $2 and r.line = x.line and r.line > $4 and r.line <= $5`,
      // The bounds avoid a scan of all rows for each batch.
      [organization, id, JSON.stringify(readings), stored.done_rows, last.line],
    )
    await run(client, updateImport(stored).set({ done_rows: last.line }))
    return last.line < stored.row_count
  })
}

const updateImport = ({ organization_id, id }: StoredImport) =>
  query.updateTable('athlete_imports').where('organization_id', '=', organization_id).where('id', '=', id)

/** Dry run after all rows are parsed. */
export async function finishCheck(
  { database, roomForAthletes }: CheckParts,
  organization: string,
  id: string,
  version: number,
  person: string,
) {
  await inTransaction(database, async (client) => {
    const stored = await lockImport(client, organization, id)
    if (stored.state !== 'checking' || stored.version !== version || stored.done_rows < stored.row_count) return
    const fields = await listFields(client, organization)
    const newTags = await findNewTags(client, stored)
    await planRows(client, stored, fields)
    const newlySigned = await markUnchanged(client, stored, await loadImporter(client, organization, person))
    const findings = await computeFindings(client, stored, newlySigned, await roomForAthletes(client, organization))
    await run(
      client,
      updateImport(stored).set({ state: 'checked', findings: JSON.stringify({ ...findings, newTags }) }),
    )
  })
}

/**
 * Marks rows without changes. Returns the number of newly signed athletes. Repeated athletes keep their state in
 * memory, so that earlier rows of the file count as they do in the import.
 */
async function markUnchanged(client: Queryable, { organization_id, id, mapping }: StoredImport, importer: Importer) {
  const { rows: repeatedKeys } = await client.query<{ line: number | null; athlete: string | null }>(
    `select distinct same_as as line, null::uuid as athlete from athlete_import_rows
     where organization_id = $1 and import_id = $2 and same_as is not null
     union all select null, athlete_id from athlete_import_rows
     where organization_id = $1 and import_id = $2 and plan = 'update' group by athlete_id having count(*) > 1`,
    [organization_id, id],
  )
  const isRepeated = new Set(repeatedKeys.map(({ line, athlete }) => line ?? athlete))
  const firstLines = repeatedKeys.flatMap(({ line }) => line ?? [])
  /** By line, and by id for existing athletes. */
  const repeated = new Map<number | string, ImportedAthlete>()
  let newlySigned = 0
  let after = 0
  for (;;) {
    const { rows } = await client.query<UpdatingRow>(
      `select line, reading, plan, matched_by, athlete_id, same_as from athlete_import_rows
       where organization_id = $1 and import_id = $2 and line > $3
         and (plan = 'update' or line = any($5::integer[])) order by line limit $4`,
      [organization_id, id, after, BATCH, firstLines],
    )
    const last = rows.at(-1)
    if (!last) return newlySigned
    after = last.line
    const ids = rows.flatMap(({ athlete_id }) => (athlete_id && !repeated.has(athlete_id) ? athlete_id : []))
    const existing = await loadImportedAthletes(client, organization_id, ids, false)
    await loadRelatedRows(client, organization_id, existing, mapping.targets, importer)
    const same: number[] = []
    for (const row of rows) {
      const { line, athlete_id, same_as, reading, plan } = row
      const athlete =
        plan === 'add'
          ? createFromRow(reading, mapping)
          : (repeated.get(athlete_id ?? same_as ?? '') ?? existing.get(athlete_id ?? ''))
      if (!athlete) continue
      if (isRepeated.has(line) || isRepeated.has(athlete_id ?? '') || same_as !== null) {
        repeated.set(line, athlete)
        if (athlete_id) repeated.set(athlete_id, athlete)
      }
      if (plan !== 'update') continue
      const changes = computeChanges(athlete, reading, mapping.duplicates[row.matched_by])
      if (changes.some(({ field, after }) => field === 'stage' && after === 'signed')) newlySigned++
      if (changes.length === 0) same.push(line)
      applyChanges(athlete, changes, (name) => name)
    }
    await client.query(
      `update athlete_import_rows set plan = 'same' where organization_id = $1 and import_id = $2 and line = any($3::integer[])`,
      [organization_id, id, same],
    )
  }
}

/** An athlete that an earlier row of the file adds. */
function createFromRow(reading: Reading, { defaults }: ImportMapping): ImportedAthlete {
  const athlete = toNewAthlete('', reading, defaults)
  Object.assign(athlete, { custom: { ...reading.custom }, measured: { ...reading.measured } })
  addRelatedRows(athlete, reading)
  return athlete
}

type UpdatingRow = {
  line: number
  reading: Reading
  plan: keyof typeof outcomeOf
  same_as: number | null
  matched_by: keyof ImportFindings['duplicates']
  athlete_id: string | null
}

/** Missing tags. Rows with new tags fail if there would be too many. */
async function findNewTags(client: Queryable, { organization_id, id, mapping }: StoredImport) {
  const column = mapping.targets.indexOf('tags')
  if (column === -1) return []
  const { rows } = await client.query<{ name: string }>(
    `select min(given) as name from athlete_import_rows r, jsonb_array_elements_text(r.reading->'tags') as given
     where r.organization_id = $1 and r.import_id = $2 and r.plan <> 'fail' and not exists (
       select from tags t where t.organization_id = $1 and t.folded = fold(given)) group by fold(given) order by 1`,
    [organization_id, id],
  )
  const { rows: known } = await client.query('select from tags where organization_id = $1', [organization_id])
  const names = rows.map(({ name }) => name)
  if (known.length + names.length <= MAX_TAGS) return names
  const message = `At most ${MAX_TAGS} tags are allowed. This file would make it ${known.length + names.length}`
  await client.query(
    `update athlete_import_rows r set plan = 'fail', problems = jsonb_build_array(jsonb_build_object('column', $3::integer,
       'value', left(r.cells->>$3::integer, 200), 'message', $4::text))
     where r.organization_id = $1 and r.import_id = $2 and r.plan <> 'fail' and exists (
       select from jsonb_array_elements_text(r.reading->'tags') as given where not exists (
         select from tags t where t.organization_id = $1 and t.folded = fold(given)))`,
    [organization_id, id, column, message],
  )
  return []
}

const outcomeOf = { add: 'added', update: 'updated', same: 'same', skip: 'skipped', fail: 'failed' } as const

async function computeFindings(
  client: Queryable,
  { organization_id, id, mapping }: StoredImport,
  newlySigned: number,
  room: number | null,
): Promise<Omit<ImportFindings, 'newTags'>> {
  const { rows: plans } = await client.query<{
    plan: keyof typeof outcomeOf
    matched_by: UpdatingRow['matched_by'] | null
    rows: number
    within: number
    signed: number
  }>(
    `select plan, matched_by, count(*)::integer as rows, count(same_as)::integer as within,
       (count(*) filter (where plan = 'add' and coalesce(reading->>'stage', $3) = 'signed'))::integer as signed
     from athlete_import_rows where organization_id = $1 and import_id = $2 group by plan, matched_by`,
    [organization_id, id, mapping.defaults.stage],
  )
  const counts: ImportCounts = { added: 0, updated: 0, same: 0, skipped: 0, failed: 0 }
  const duplicates = { identifier: 0, email: 0, birth: 0, name: 0 }
  for (const { plan, matched_by, rows } of plans) {
    counts[outcomeOf[plan]] += rows
    if (matched_by) duplicates[matched_by] += rows
  }
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const signed = sum(plans.map((one) => one.signed)) + newlySigned
  const { rows: notUnderstood } = await client.query<ImportFindings['notUnderstood'][number]>(
    `select (problem->>'column')::integer as column, problem->>'value' as value, count(*)::integer as rows, min(problem->>'message') as message
     from athlete_import_rows r, jsonb_array_elements(r.problems) as problem
     where r.organization_id = $1 and r.import_id = $2 and r.plan = 'fail' and problem->>'column' is not null
     group by 1, 2 order by 3 desc, 1, 2 limit $3`,
    [organization_id, id, MAX_VALUES],
  )
  return {
    counts,
    duplicates,
    withinFile: sum(plans.map((one) => one.within)),
    overPlan: room === null ? 0 : Math.max(0, signed - Math.max(0, room)),
    notUnderstood,
  }
}
