import type { DuplicateKind, ImportFindings, ImportMapping } from '@sherpa/contracts/athlete-import'
import type { ImportCounts } from '@sherpa/contracts/import'
import { type Database, inTransaction, type Queryable } from '../../../persistence/database.ts'
import { query, run } from '../../../persistence/queries.ts'
import { todayIn } from '../../organizations/organizations.ts'
import { listFields } from '../custom-fields.ts'
import { MAX_TAGS } from '../tags.ts'
import {
  addRelatedRows,
  applyChanges,
  chooseUpdate,
  computeChanges,
  type ImportedAthlete,
  type PreviewedChange,
  previewChanges,
  toNewAthlete,
} from './compute-changes.ts'
import { loadImportedAthletes } from './imported-athletes.ts'
import { type Importer, loadImporter } from './importer.ts'
import { deleteKeys, planRows, type RowPlan, type RowToPlan } from './plan-rows.ts'
import { listColleaguesForImport, listProgramsForImport } from './read-related-rows.ts'
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

/** Checks a batch of rows. Returns whether there are more; false also if the mapping has changed. */
export async function checkBatch(
  parts: CheckParts,
  { organization, id, person }: { organization: string; id: string; person: string },
  version: number,
) {
  return inTransaction(parts.database, async (client) => {
    const stored = await lockImport(client, organization, id)
    if (stored.state !== 'checking' || stored.version !== version) return false
    if (stored.done_rows === 0) await deleteKeys(client, stored, null)
    const { rows } = await client.query<StoredCells>(
      `select ${storedCells} from athlete_import_rows
       where organization_id = $1 and import_id = $2 and line > $3 order by line limit $4`,
      [organization, id, stored.done_rows, BATCH],
    )
    const last = rows.at(-1)
    if (!last) return false
    await checkRows(parts, client, stored, person, rows)
    await run(client, updateImport(stored).set({ done_rows: last.line }))
    return last.line < stored.row_count
  })
}

type StoredCells = Pick<RowToPlan, 'line' | 'answer' | 'answered_for'> & {
  cells: string[]
  edits: Record<string, string> | null
}
const storedCells = 'line, cells, edits, answer, answered_for'

/** Checks some rows again, after corrections or answers. */
export async function checkRowsAgain(
  parts: CheckParts,
  client: Queryable,
  stored: StoredImport,
  person: string,
  lines: readonly number[],
) {
  const { rows } = await client.query<StoredCells>(
    `select ${storedCells} from athlete_import_rows
     where organization_id = $1 and import_id = $2 and line = any($3::integer[]) order by line`,
    [stored.organization_id, stored.id, lines],
  )
  await deleteKeys(client, stored, lines)
  await checkRows(parts, client, stored, person, rows)
  return completeFindings(parts, client, stored)
}

/** Parses, matches and previews rows. */
async function checkRows(
  { clock }: CheckParts,
  client: Queryable,
  stored: StoredImport,
  person: string,
  rows: readonly StoredCells[],
) {
  const { organization_id: organization, id, mapping } = stored
  const fields = await listFields(client, organization)
  const colleagues = await listColleaguesForImport(client, organization)
  const programs = await listProgramsForImport(client, organization)
  const importer = await loadImporter(client, organization, person)
  const read = createRowReader({
    mapping,
    columns: stored.columns.map(({ name }) => name),
    fields,
    colleagues,
    programs,
    today: await todayIn(client, organization, clock()),
  })
  const readRows = rows.map((row) => ({ ...row, ...read(correctCells(row)) }))
  const valid = readRows.filter(({ problems }) => problems.length === 0)
  const plans = new Map((await planRows(client, stored, fields, importer, valid)).map((plan) => [plan.line, plan]))
  const named = [...fields, ...colleagues, ...programs]
  const nameOf = (one: string) => named.find((record) => record.id === one)?.name ?? one
  const previews = await previewUpdates(
    client,
    stored,
    importer,
    valid.map(({ line, reading }) => ({ reading, ...(plans.get(line) as RowPlan) })),
    nameOf,
  )
  const results = readRows.map(({ line, reading, problems }) => {
    const plan = plans.get(line)
    const changed = previews.get(line) ?? null
    if (!plan) return { line, reading, problems, plan: 'fail' }
    return { ...plan, reading, changed, plan: changed?.length === 0 ? 'same' : plan.plan }
  })
  await client.query(
    `update athlete_import_rows r set reading = x.reading, problems = x.problems, plan = x.plan, athlete_id = x.athlete_id,
       matched_by = x.matched_by, same_as = x.same_as, doubt = x.doubt, answer = x.answer, answered_for = x.answered_for,
       changed = x.changed
     from jsonb_to_recordset($3::jsonb) as x(line integer, reading jsonb, problems jsonb, plan text, athlete_id uuid,
       matched_by text, same_as integer, doubt text, answer text, answered_for text, changed jsonb)
     where r.organization_id = $1 and r.import_id = $2 and r.line = x.line and r.line >= $4 and r.line <= $5`,
    // The bounds avoid a scan of all rows for each batch.
    [organization, id, JSON.stringify(results), rows[0]?.line ?? 0, rows.at(-1)?.line ?? 0],
  )
}

/** The cells of a row with corrections. */
export function correctCells({ cells, edits }: { cells: string[]; edits: Record<string, string> | null }) {
  return edits ? cells.map((cell, at) => edits[at] ?? cell) : cells
}

const updateImport = ({ organization_id, id }: StoredImport) =>
  query.updateTable('athlete_imports').where('organization_id', '=', organization_id).where('id', '=', id)

/** Ends the dry run after all rows are checked. */
export async function finishCheck(parts: CheckParts, organization: string, id: string, version: number) {
  await inTransaction(parts.database, async (client) => {
    const stored = await lockImport(client, organization, id)
    if (stored.state !== 'checking' || stored.version !== version || stored.done_rows < stored.row_count) return
    const findings = await completeFindings(parts, client, stored)
    await run(client, updateImport(stored).set({ state: 'checked', findings }))
  })
}

async function completeFindings({ roomForAthletes }: CheckParts, client: Queryable, stored: StoredImport) {
  const newTags = await findNewTags(client, stored)
  const room = await roomForAthletes(client, stored.organization_id)
  return JSON.stringify({ ...(await computeFindings(client, stored, room)), newTags })
}

type UpdatingRow = RowPlan & { reading: Reading }

/** Previews of updates, by line. Earlier rows of the file count as they do in the import. */
async function previewUpdates(
  client: Queryable,
  { organization_id, id, mapping }: StoredImport,
  importer: Importer,
  rows: readonly UpdatingRow[],
  nameOf: (id: string) => string,
) {
  const updates = rows.filter(({ plan }) => plan === 'update')
  const previews = new Map<number, PreviewedChange[]>()
  if (updates.length === 0) return previews
  const firstLines = new Set(updates.flatMap(({ same_as }) => same_as ?? []))
  const { rows: before } = await client.query<UpdatingRow>(
    `select line, reading, plan, matched_by, athlete_id, same_as from athlete_import_rows
     where organization_id = $1 and import_id = $2 and plan in ('add', 'update') and line < $4
       and (line = any($3::integer[]) or same_as = any($3::integer[])) order by line`,
    [organization_id, id, [...firstLines], rows[0]?.line],
  )
  const ids = [...before, ...updates].flatMap(({ athlete_id }) => athlete_id ?? [])
  const athletes = await loadImportedAthletes(client, organization_id, ids, false)
  await loadRelatedRows(client, organization_id, athletes, mapping.targets, importer)
  /** Athletes by the first row that has them. */
  const byFirstLine = new Map<number, ImportedAthlete>()
  for (const { line, plan, reading, same_as, athlete_id, matched_by } of [...before, ...rows]) {
    if (plan === 'add' && firstLines.has(line)) byFirstLine.set(line, createFromRow(reading, mapping))
    if (plan !== 'update') continue
    const athlete = byFirstLine.get(same_as ?? line) ?? athletes.get(athlete_id ?? '')
    if (!athlete) continue
    byFirstLine.set(same_as ?? line, athlete)
    const changes = computeChanges(athlete, reading, chooseUpdate(mapping, matched_by))
    previews.set(line, previewChanges(athlete, changes, nameOf))
    applyChanges(athlete, changes, nameOf)
  }
  return previews
}

/** An athlete that an earlier row of the file adds. */
function createFromRow(reading: Reading, { defaults }: ImportMapping): ImportedAthlete {
  const athlete = toNewAthlete('', reading, defaults)
  Object.assign(athlete, {
    custom: { ...reading.custom },
    measured: { ...reading.measured },
    social: { ...reading.social },
  })
  addRelatedRows(athlete, reading)
  return athlete
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
  room: number | null,
): Promise<Omit<ImportFindings, 'newTags'>> {
  const { rows: plans } = await client.query<{
    plan: keyof typeof outcomeOf
    matched_by: DuplicateKind | null
    rows: number
    within: number
    signed: number
    open: number
    values: number
  }>(
    `select plan, matched_by, count(*)::integer as rows, count(same_as)::integer as within,
       (count(*) filter (where plan = 'add' and coalesce(reading->>'stage', $3) = 'signed'
         or plan = 'update' and changed @> '[{"signs": true}]'))::integer as signed,
       (count(*) filter (where doubt is not null and answer is null))::integer as open,
       coalesce(sum(jsonb_array_length(changed)) filter (where plan = 'update'), 0)::integer as values
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
  const signed = sum(plans.map((one) => one.signed))
  const open = sum(plans.map((one) => one.open))
  counts.skipped -= open
  const { rows: notUnderstood } = await client.query<ImportFindings['notUnderstood'][number]>(
    `select (problem->>'column')::integer as column, problem->>'value' as value, count(*)::integer as rows, min(problem->>'message') as message
     from athlete_import_rows r,
       jsonb_array_elements(coalesce(r.problems, '[]') || coalesce(r.reading->'leftEmpty', '[]')) as problem
     where r.organization_id = $1 and r.import_id = $2 and problem->>'column' is not null
     group by 1, 2 order by 3 desc, 1, 2 limit $3`,
    [organization_id, id, MAX_VALUES],
  )
  return {
    counts,
    duplicates,
    withinFile: sum(plans.map((one) => one.within)),
    open,
    changedValues: sum(plans.map(({ values }) => values)),
    overPlan: room === null ? 0 : Math.max(0, signed - Math.max(0, room)),
    notUnderstood,
  }
}
