import { type AthleteFact, athleteFactNames, type ChangedField, type SocialPlatform } from '@sherpa/contracts/athlete'
import { type Database, inTransaction, type Queryable } from '../../../persistence/database.ts'
import { type DependentOn, touchedAmong } from '../../../persistence/dependents.ts'
import { query, run } from '../../../persistence/queries.ts'
import { recordEvent } from '../../audit/audit.ts'
import { factColumns } from '../change-athlete.ts'
import { listFields, removeUnusedFields } from '../custom-fields.ts'
import type { NoteCorrectedAge } from '../minors.ts'
import { BATCH } from './check-import.ts'
import { applyChanges, type Change, type ImportedAthlete, isSameValue } from './compute-changes.ts'
import {
  loadImportedAthletes,
  type SocialAccountRow,
  updateAthletes,
  writeCustomValues,
  writeSocialAccounts,
} from './imported-athletes.ts'
import type { ReadAccount } from './read-row.ts'
import { findUntouchedContacts, isRelatedRow, removeRelatedRows } from './related-rows.ts'
import { addCounts, lockImport, type StoredImport } from './stored-imports.ts'

type OnAthletes = readonly DependentOn<'athlete'>[]

type UndoParts = { database: Database; onAthletes: OnAthletes; recordAgeCorrection: NoteCorrectedAge }

/** Undoes a batch: first added athletes, then changes in reverse order. Returns whether there are more rows. */
export async function undoBatch(
  { database, onAthletes, recordAgeCorrection }: UndoParts,
  organization: string,
  id: string,
  person: string,
) {
  return inTransaction(database, async (client) => {
    const stored = await lockImport(client, organization, id)
    if (stored.state !== 'undoing') return false
    if (stored.done_rows < stored.row_count) {
      await run(client, updateImport(stored).set({ done_rows: await removeAdded(client, stored, onAthletes) }))
      return true
    }
    if (await restoreUpdated(client, stored, person, recordAgeCorrection)) return true
    const { rows } = await client.query<{ outcome: 'kept' | 'removed' | 'restored'; athletes: number }>(
      `select outcome, count(distinct athlete_id)::integer as athletes from athlete_import_rows
       where organization_id = $1 and import_id = $2 and outcome in ('kept', 'removed', 'restored') group by outcome`,
      [organization, id],
    )
    const counts = Object.fromEntries(rows.map(({ outcome, athletes }) => [outcome, athletes]))
    const kept = counts.kept ?? 0
    await removeUnusedTags(client, stored)
    await removeUnusedFields(client, organization, stored.new_fields)
    await run(client, updateImport(stored).set({ state: 'undone', counts: addCounts(counts) }))
    await recordEvent(client, {
      event: 'import-undone',
      actor: person,
      organization,
      details: `${kept} athletes kept as they are`,
    })
    return false
  })
}

const updateImport = ({ organization_id, id }: StoredImport) =>
  query.updateTable('athlete_imports').where('organization_id', '=', organization_id).where('id', '=', id)

/** Removes tags created by the import, unless used since. */
async function removeUnusedTags(client: Queryable, { organization_id, new_tags }: StoredImport) {
  await client.query(
    `delete from tags t where t.organization_id = $1 and t.id = any($2::uuid[]) and not exists (
       select from athlete_tags x where x.organization_id = $1 and x.tag_id = t.id)`,
    [organization_id, new_tags],
  )
}

/** Removes added athletes without later changes. Returns the last processed row. */
async function removeAdded(
  client: Queryable,
  { organization_id, id, done_rows, row_count }: StoredImport,
  onAthletes: OnAthletes,
) {
  const last = Math.min(done_rows + BATCH, row_count)
  const { rows: added } = await client.query<{ line: number; athlete_id: string }>(
    `select line, athlete_id from athlete_import_rows
     where organization_id = $1 and import_id = $2 and outcome = 'added' and line > $3 and line <= $4`,
    [organization_id, id, done_rows, last],
  )
  const ids = added.map((row) => row.athlete_id)
  // The lock blocks new references between check and removal.
  await client.query(
    'select from athletes where organization_id = $1 and id = any($2::uuid[]) order by id for update',
    [organization_id, ids],
  )
  const touched = await touchedAmong(client, onAthletes, organization_id, ids)
  await client.query(
    `delete from athletes a where a.organization_id = $1 and a.id = any($2::uuid[]) and a.user_id is null and a.removed_at is null
       and not exists (${selectLaterChanges})`,
    [organization_id, ids.filter((one) => !touched.has(one)), id],
  )
  const { rows: kept } = await client.query<{ id: string }>(
    'select id from athletes where organization_id = $1 and id = any($2::uuid[]) and removed_at is null',
    [organization_id, ids],
  )
  const keptIds = kept.map((row) => row.id)
  const outcome = "case when r.athlete_id = any($4::uuid[]) then 'kept' else 'removed' end"
  await client.query(
    `update athlete_import_rows r set outcome = ${outcome}
     where r.organization_id = $1 and r.import_id = $2 and r.line = any($3::integer[])`,
    [organization_id, id, added.map((row) => row.line), keptIds],
  )
  // Rows that updated an added athlete get the same outcome.
  await client.query(
    `update athlete_import_rows r set outcome = ${outcome}
     where r.organization_id = $1 and r.import_id = $2 and r.outcome = 'updated' and r.athlete_id = any($3::uuid[])`,
    [organization_id, id, ids, keptIds],
  )
  return last
}

/** Timeline entries of athlete `a` by people or by other imports that were not undone. Views do not count. */
const selectLaterChanges = `select from athlete_timeline t
  left join athlete_imports i on i.organization_id = t.organization_id and i.id = t.import_id
  where t.organization_id = a.organization_id and t.athlete_id = a.id and t.import_id is distinct from $3
    and i.state is distinct from 'undone' and t.kind not in ('reach-shown', 'contact-shown')`

type UpdatedRow = { line: number; athlete_id: string; changed: Change[] }

/** Restores fields that still have the imported value. Returns whether there were rows. */
async function restoreUpdated(
  client: Queryable,
  { organization_id, id, name }: StoredImport,
  person: string,
  recordAgeCorrection: NoteCorrectedAge,
) {
  const { rows } = await client.query<UpdatedRow>(
    `select line, athlete_id, changed from athlete_import_rows
     where organization_id = $1 and import_id = $2 and outcome = 'updated' order by line desc limit $3`,
    [organization_id, id, BATCH],
  )
  if (rows.length === 0) return false
  const athletes = await loadImportedAthletes(
    client,
    organization_id,
    rows.map((row) => row.athlete_id),
    true,
  )
  const restored = new Set<ImportedAthlete>()
  const custom: Parameters<typeof writeCustomValues>[2] = []
  const measurements: string[] = []
  const social: SocialAccountRow[] = []
  const timeline: { athlete: string; changes: ChangedField[] }[] = []
  const fields = await listFields(client, organization_id)
  const added: Parameters<typeof removeRelatedRows>[2][number][] = []
  const untouched = await findUntouchedContacts(
    client,
    organization_id,
    rows.flatMap(({ changed }) => changed),
  )
  const outcomes = rows.map(({ line, athlete_id, changed }) => {
    const athlete = athletes.get(athlete_id)
    if (!athlete) return { line, outcome: 'kept' }
    const revertible = changed.filter((change) =>
      isRelatedRow(change)
        ? change.field !== 'contact' || untouched.has((change.after as { id: string }).id)
        : isUnchanged(athlete, change, changed),
    )
    added.push(...revertible.filter(isRelatedRow).map((change) => ({ athlete: athlete_id, change })))
    for (const { field, before, after } of revertible) {
      const [kind, key = ''] = field.split(':')
      if (kind === 'measured') measurements.push(String(after))
      if (kind === 'social') {
        social.push({ athlete: athlete_id, platform: key, account: before as SocialAccountRow['account'] })
      }
      if (kind === 'custom') custom.push({ athlete: athlete_id, field: key, value: before as string | number | null })
    }
    const reversed = revertible
      .filter((change) => !isRelatedRow(change))
      .map(({ field, before, after }) => ({ field, before: after, after: before }))
    const changes = applyChanges(athlete, reversed, (field) => fields.find((one) => one.id === field)?.name ?? field)
    if (changes.length > 0) timeline.push({ athlete: athlete_id, changes })
    // A note alone must not change the record.
    if (revertible.some(({ field }) => field !== 'note') && !restored.has(athlete)) {
      restored.add(athlete)
      athlete.version++
    }
    return { line, outcome: revertible.length === changed.length ? 'restored' : 'kept' }
  })
  const author = { person: { id: person }, member: { organization: organization_id } }
  for (const { id: athlete, before } of await updateAthletes(client, organization_id, [...restored])) {
    await recordAgeCorrection(client, author, athlete, before, `Import undone: ${name}`)
  }
  await removeRelatedRows(client, organization_id, added)
  // Of several changes to a field, the earliest is undone last and wins.
  const last = new Map(custom.map((value) => [`${value.athlete} ${value.field}`, value]))
  await writeCustomValues(client, organization_id, [...last.values()])
  const lastSocial = new Map(social.map((row) => [`${row.athlete} ${row.platform}`, row]))
  await writeSocialAccounts(client, organization_id, [...lastSocial.values()])
  await client.query('delete from athlete_measurements where organization_id = $1 and id = any($2::uuid[])', [
    organization_id,
    measurements,
  ])
  await client.query(
    `insert into athlete_timeline (organization_id, athlete_id, actor_id, kind, about, changes, import_id)
     select $1, athlete, $3, 'changed', $4, changes, $5 from jsonb_to_recordset($2::jsonb) as x(athlete uuid, changes jsonb)`,
    [organization_id, JSON.stringify(timeline), person, name, id],
  )
  await client.query(
    `update athlete_import_rows r set outcome = x.outcome from jsonb_to_recordset($3::jsonb) as x(line integer, outcome text)
     where r.organization_id = $1 and r.import_id = $2 and r.line = x.line and r.line = any($4::integer[])`,
    [organization_id, id, JSON.stringify(outcomes), outcomes.map(({ line }) => line)],
  )
  return true
}

/** Stored JSON has another order of keys. */
const toAccount = (account: unknown) => {
  const { handle, followers } = (account ?? {}) as Partial<ReadAccount>
  return handle ? [handle, followers ?? null] : null
}

/** Sport and positions are restored together, since positions depend on the sport. */
function isUnchanged(athlete: ImportedAthlete, change: Change, all: Change[]): boolean {
  const isPair = change.field === 'sport' || change.field === 'positions'
  const pair = isPair ? all.filter(({ field }) => field === 'sport' || field === 'positions') : [change]
  return pair.every(({ field, after }) => {
    const [kind = '', key = ''] = field.split(':')
    if (kind === 'measured') return true
    if (kind === 'social') return isSameValue(toAccount(athlete.social[key as SocialPlatform]), toAccount(after))
    const now = kind === 'custom' ? athlete.custom[key] : athlete[factColumns[field as AthleteFact]]
    return athleteFactNames.includes(field as AthleteFact) || kind === 'custom' ? isSameValue(now, after) : false
  })
}
