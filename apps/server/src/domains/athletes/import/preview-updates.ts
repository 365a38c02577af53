import type { DuplicateKind, ImportMapping } from '@sherpa/contracts/athlete-import'
import type { Queryable } from '../../../persistence/database.ts'
import { findRowsOfRecords, type RowPlan } from '../../imports/imports.ts'
import type { StoredAthleteImport } from './athletes-importable.ts'
import {
  addRelatedRows,
  applyChanges,
  chooseUpdate,
  computeChanges,
  type ImportedAthlete,
  type PreviewedAthleteChange,
  previewChanges,
  toNewAthlete,
} from './compute-changes.ts'
import { loadImportedAthletes } from './imported-athletes.ts'
import type { Importer } from './importer.ts'
import type { Reading } from './read-row.ts'
import { loadRelatedRows } from './related-rows.ts'

/** Previews of updates, by line. Earlier rows of the file count as they do in the import. */
export async function previewUpdates(
  client: Queryable,
  stored: StoredAthleteImport,
  importer: Importer,
  rows: readonly (RowPlan & { reading: Reading })[],
  nameOf: (id: string) => string,
) {
  const { organization_id, mapping } = stored
  const updates = rows.filter(({ plan }) => plan === 'update')
  const previews = new Map<number, PreviewedAthleteChange[]>()
  if (updates.length === 0) return previews
  const firstLines = new Set(updates.flatMap(({ same_as }) => same_as ?? []))
  const before = await findRowsOfRecords<Reading>(client, stored, [...firstLines], rows[0]?.line ?? 0)
  const ids = [...before, ...updates].flatMap(({ record_id }) => record_id ?? [])
  const athletes = await loadImportedAthletes(client, organization_id, ids, false)
  await loadRelatedRows(client, organization_id, athletes, mapping.targets, importer)
  /** Athletes by the first row that has them. */
  const byFirstLine = new Map<number, ImportedAthlete>()
  for (const { line, plan, reading, same_as, record_id, matched_by } of [...before, ...rows]) {
    if (plan === 'add' && firstLines.has(line)) byFirstLine.set(line, createFromRow(reading, mapping))
    if (plan !== 'update') continue
    const athlete = byFirstLine.get(same_as ?? line) ?? athletes.get(record_id ?? '')
    if (!athlete) continue
    byFirstLine.set(same_as ?? line, athlete)
    const changes = computeChanges(athlete, reading, chooseUpdate(mapping, matched_by as DuplicateKind | null))
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
