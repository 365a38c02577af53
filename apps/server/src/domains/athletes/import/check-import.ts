import type { ImportCounts, ImportFindings, ImportMapping } from '@sherpa/contracts/athlete-import'
import { type Database, inTransaction, type Queryable } from '../../../persistence/database.ts'
import { query, run } from '../../../persistence/queries.ts'
import { todayIn } from '../../organizations/organizations.ts'
import { fieldsOf } from '../custom-fields.ts'
import { MOST_TAGS } from '../tags.ts'
import { loadBelongings } from './belongings.ts'
import { applyChanges, athleteOfRow, changesForRow, type ImportedAthlete, keepBelongings } from './changes-for-row.ts'
import { loadAthletes } from './imported-athletes.ts'
import { type Importer, importerNow } from './importer.ts'
import { planRows } from './plan-rows.ts'
import { colleaguesOf } from './read-belongings.ts'
import { type Reading, rowReader } from './read-row.ts'
import { lockImport, type StoredImport } from './stored-imports.ts'

/** Rows that are worked on at once. */
export const BATCH = 1000
const MOST_VALUES = 100

export type CheckParts = {
  database: Database
  clock: () => Date
  /** For how many more signed athletes the plan has room; null: without limit. */
  roomForAthletes: (client: Queryable, organization: string) => Promise<number | null>
}

/** Reads a batch of rows. Answers whether there is more to read; false also when the mapping was changed since. */
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
    const read = rowReader({
      mapping: stored.mapping,
      columns: stored.columns.map(({ name }) => name),
      fields: await fieldsOf(client, organization),
      colleagues: await colleaguesOf(client, organization),
      today: await todayIn(client, organization, clock()),
    })
    const readings = rows.map(({ line, cells }) => ({ line, ...read(cells) }))
    await client.query(
      `update athlete_import_rows r set reading = x.reading, problems = nullif(x.problems, '[]'::jsonb),
         plan = case when x.problems <> '[]'::jsonb then 'fail' else 'add' end, athlete_id = null, matched_by = null, same_as = null
       from jsonb_to_recordset($3::jsonb) as x(line integer, reading jsonb, problems jsonb)
       where r.organization_id = $1 and r.import_id = $2 and r.line = x.line and r.line > $4 and r.line <= $5`,
      // Without the bounds it might go through the whole file for each batch.
      [organization, id, JSON.stringify(readings), stored.done_rows, last.line],
    )
    await run(client, importRow(stored).set({ done_rows: last.line }))
    return last.line < stored.row_count
  })
}

const importRow = ({ organization_id, id }: StoredImport) =>
  query.updateTable('athlete_imports').where('organization_id', '=', organization_id).where('id', '=', id)

/** When all rows are read: what would come of them. */
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
    const fields = await fieldsOf(client, organization)
    const newTags = await newTagsOf(client, stored)
    await planRows(client, stored, fields)
    const newlySigned = await markUnchanged(client, stored, await importerNow(client, organization, person))
    const findings = await findingsOf(client, stored, newlySigned, await roomForAthletes(client, organization))
    await run(client, importRow(stored).set({ state: 'checked', findings: JSON.stringify({ ...findings, newTags }) }))
  })
}

/**
 * Rows that would change nothing. Answers how many of the others would sign somebody who is not. Earlier rows of the file count, as they
 * do when it is imported: of athletes who are in it several times it is kept what each row makes of them.
 */
async function markUnchanged(client: Queryable, { organization_id, id, mapping }: StoredImport, importer: Importer) {
  const { rows: several } = await client.query<{ line: number | null; athlete: string | null }>(
    `select distinct same_as as line, null::uuid as athlete from athlete_import_rows
     where organization_id = $1 and import_id = $2 and same_as is not null
     union all select null, athlete_id from athlete_import_rows
     where organization_id = $1 and import_id = $2 and plan = 'update' group by athlete_id having count(*) > 1`,
    [organization_id, id],
  )
  const isRepeated = new Set(several.map(({ line, athlete }) => line ?? athlete))
  const firstLines = several.flatMap(({ line }) => line ?? [])
  /** By the row that they are in, and by their id if they are known. */
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
    const known = await loadAthletes(client, organization_id, ids, false)
    await loadBelongings(client, organization_id, known, mapping.targets, importer)
    const same: number[] = []
    for (const row of rows) {
      const { line, athlete_id, same_as, reading, plan } = row
      const athlete =
        plan === 'add'
          ? newOne(reading, mapping)
          : (repeated.get(athlete_id ?? same_as ?? '') ?? known.get(athlete_id ?? ''))
      if (!athlete) continue
      if (isRepeated.has(line) || isRepeated.has(athlete_id ?? '') || same_as !== null) {
        repeated.set(line, athlete)
        if (athlete_id) repeated.set(athlete_id, athlete)
      }
      if (plan !== 'update') continue
      const changes = changesForRow(athlete, reading, mapping.duplicates[row.matched_by])
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

/** Someone whom an earlier row of the file adds. */
function newOne(reading: Reading, { defaults }: ImportMapping): ImportedAthlete {
  const athlete = athleteOfRow('', reading, defaults)
  Object.assign(athlete, { custom: { ...reading.custom }, measured: { ...reading.measured } })
  keepBelongings(athlete, reading)
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

/** Tags that are not there yet. If there are more than an organization can have, the rows with new ones are not imported. */
async function newTagsOf(client: Queryable, { organization_id, id, mapping }: StoredImport) {
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
  if (known.length + names.length <= MOST_TAGS) return names
  const message = `At most ${MOST_TAGS} tags are allowed. This file would make it ${known.length + names.length}`
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

async function findingsOf(
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
    [organization_id, id, MOST_VALUES],
  )
  return {
    counts,
    duplicates,
    withinFile: sum(plans.map((one) => one.within)),
    overPlan: room === null ? 0 : Math.max(0, signed - Math.max(0, room)),
    notUnderstood,
  }
}
