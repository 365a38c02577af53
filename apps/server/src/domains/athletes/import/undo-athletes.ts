import { type AthleteFact, athleteFactNames, type ChangedField, type SocialPlatform } from '@sherpa/contracts/athlete'
import { ownValue } from '@sherpa/contracts/own-value'
import type { Queryable } from '../../../persistence/database.ts'
import { type DependentOn, touchedAmong } from '../../../persistence/dependents.ts'
import { textOf } from '../../../persistence/queries.ts'
import { publicImports, type UpdatedRow } from '../../imports/imports.ts'
import { factColumns } from '../change-athlete.ts'
import { listFields, removeUnusedFields } from '../custom-fields.ts'
import type { NoteCorrectedAge } from '../minors.ts'
import type { StoredAthleteImport } from './athletes-importable.ts'
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

/** Removes added athletes without later changes. Returns those that stay. */
export async function removeAddedAthletes(
  client: Queryable,
  { organization_id, id }: StoredAthleteImport,
  ids: readonly string[],
  onAthletes: readonly DependentOn<'athlete'>[],
) {
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
  return kept.map((row) => row.id)
}

/** Removes tags and custom fields that were made for the import, unless used since. */
export async function removeUnused(client: Queryable, { organization_id, new_tags, new_fields }: StoredAthleteImport) {
  await client.query(
    `delete from tags t where t.organization_id = $1 and t.id = any($2::uuid[]) and not exists (
       select from athlete_tags x where x.organization_id = $1 and x.tag_id = t.id)`,
    [organization_id, new_tags],
  )
  await removeUnusedFields(client, organization_id, new_fields)
}

/** Timeline entries of athlete `a` by people or by other imports that were not undone. Views do not count. */
const selectLaterChanges = `select from athlete_timeline t
  left join ${textOf(publicImports)} i on i.organization_id = t.organization_id and i.id = t.import_id
  where t.organization_id = a.organization_id and t.athlete_id = a.id and t.import_id is distinct from $3
    and i.state is distinct from 'undone' and t.kind not in ('reach-shown', 'contact-shown')`

type Restored = { line: number; outcome: 'restored' | 'kept' }

/** Restores fields that still have the imported value. */
export async function restoreAthletes(
  client: Queryable,
  { organization_id, id, name }: StoredAthleteImport,
  rows: readonly UpdatedRow[],
  person: string,
  recordAgeCorrection: NoteCorrectedAge,
) {
  const athletes = await loadImportedAthletes(
    client,
    organization_id,
    rows.map(({ record_id }) => record_id),
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
    rows.flatMap(({ changed }) => changed as Change[]),
  )
  const outcomes = rows.map(({ line, record_id: athlete_id, changed: stored }): Restored => {
    const athlete = athletes.get(athlete_id)
    if (!athlete) return { line, outcome: 'kept' }
    const changed = stored as Change[]
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
  return outcomes
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
    const now = kind === 'custom' ? ownValue(athlete.custom, key) : athlete[factColumns[field as AthleteFact]]
    return athleteFactNames.includes(field as AthleteFact) || kind === 'custom' ? isSameValue(now, after) : false
  })
}
