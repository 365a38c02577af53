import { athleteName } from '@sherpa/contracts/athlete'
import {
  type ImportFindings,
  type ImportMapping,
  type ImportRow,
  type ImportTarget,
  isSensitiveTarget,
  type WholeImport,
} from '@sherpa/contracts/athlete-import'
import { sql } from 'kysely'
import type { Queryable } from '../../../persistence/database.ts'
import type { DependentOn } from '../../../persistence/dependents.ts'
import type { Importable, StoredImport } from '../../imports/imports.ts'
import { listColleagues, todayIn } from '../../organizations/organizations.ts'
import { seesSensitive } from '../athlete-access.ts'
import { listFields } from '../custom-fields.ts'
import type { NoteCorrectedAge } from '../minors.ts'
import { lockRoster } from '../roster-lock.ts'
import { AthleteBatch } from './athlete-batch.ts'
import { findAboutAthletes } from './athlete-findings.ts'
import { loadImporter } from './importer.ts'
import { proposeMapping, rememberMapping, requireNames, requireValidMapping } from './mappings.ts'
import { planRows } from './plan-rows.ts'
import { previewUpdates } from './preview-updates.ts'
import { listProgramsForImport } from './read-related-rows.ts'
import type { Reading } from './read-row.ts'
import { thread } from './thread.ts'
import { removeAddedAthletes, removeUnused, restoreAthletes } from './undo-athletes.ts'

/** Types of an import of athletes. */
export type Athletes = {
  mapping: ImportMapping
  reading: Reading
  details: Pick<WholeImport, 'sportGuess' | 'columns'>
  findings: ImportFindings
  row: Pick<ImportRow, 'athlete' | 'matchedBy' | 'doubt' | 'candidate'>
}
export type StoredAthleteImport = StoredImport<Athletes>

export type AthleteImportParts = {
  clock: () => Date
  /** Remaining signed athletes of the plan. Null without a limit. */
  roomForAthletes: (client: Queryable, organization: string) => Promise<number | null>
  onAthletes: readonly DependentOn<'athlete'>[]
  recordAgeCorrection: NoteCorrectedAge
}

/** Imports of athletes. */
export function createAthletesImportable(parts: AthleteImportParts): Importable<Athletes> {
  const { clock, roomForAthletes, onAthletes, recordAgeCorrection } = parts

  /** Records that cells may name. */
  async function loadNamedRecords(client: Queryable, organization: string) {
    return {
      fields: await listFields(client, organization),
      colleagues: await listColleagues(client, organization),
      programs: await listProgramsForImport(client, organization),
    }
  }

  return {
    name: 'athlete',
    plural: 'athletes',
    jobTitles: { check: 'Check an athlete import', run: 'Import athletes', undo: 'Undo an import of athletes' },
    importedEvent: 'athletes-imported',
    thread,
    seesSensitive,
    isSensitive: (target) => isSensitiveTarget(target as ImportTarget),

    async propose(client, viewer, table) {
      const { fields, colleagues, programs } = await loadNamedRecords(client, viewer.member.organization)
      return proposeMapping(client, viewer, table, fields, colleagues, programs.length > 0)
    },
    requireValid: async (client, viewer, columns, mapping) =>
      requireValidMapping(viewer, columns, mapping, await listFields(client, viewer.member.organization)),
    requireComplete: requireNames,
    remember: rememberMapping,
    async describe(client, viewer, stored, visible) {
      const { organization } = viewer.member
      const { columns, mapping } = stored
      const facts = {
        ...(await loadNamedRecords(client, organization)),
        today: await todayIn(client, organization, clock()),
      }
      return thread.run('describeImport', seesSensitive(viewer), { columns, mapping }, visible, facts)
    },

    lock: lockRoster,
    async openBatch(client, stored, person) {
      const { organization_id: organization, mapping } = stored
      const named = await loadNamedRecords(client, organization)
      const today = await todayIn(client, organization, clock())
      const importer = await loadImporter(client, organization, person)
      const records = [...named.fields, ...named.colleagues, ...named.programs]
      const nameOf = (id: string) => records.find((record) => record.id === id)?.name ?? id
      return {
        async read(rows) {
          const columns = stored.columns.map(({ name }) => name)
          return JSON.parse(await thread.run('readRows', { mapping, columns, ...named, today }, rows))
        },
        plan: (rows) => planRows(client, stored, named.fields, importer, rows),
        preview: (rows) => previewUpdates(client, stored, importer, rows, nameOf),
        async write(rows) {
          const batch = new AthleteBatch(stored, today, importer, nameOf)
          await batch.load(client, rows, await roomForAthletes(client, organization))
          for (const row of rows) batch.process(row)
          const author = { person: { id: person }, member: { organization } }
          for (const { id, before } of await batch.write(client)) {
            await recordAgeCorrection(client, author, id, before, `Imported: ${stored.name}`)
          }
          await client.query('select analyze_grown_athletes($1)', [stored.done_rows + rows.length])
          return { written: batch.written, change: { new_tags: sql<string[]>`new_tags || ${batch.newTags}::uuid[]` } }
        },
      }
    },
    findMore: async (client, stored) =>
      findAboutAthletes(client, stored, await roomForAthletes(client, stored.organization_id)),

    removeAdded: (client, stored, ids) => removeAddedAthletes(client, stored, ids, onAthletes),
    restore: (client, stored, rows, person) => restoreAthletes(client, stored, rows, person, recordAgeCorrection),
    removeUnused,

    rowColumns: {
      record_id: sql`r.record_id`,
      matched_by: sql`r.matched_by`,
      doubt: sql`r.doubt`,
      givenName: sql`r.reading->>'givenName'`,
      familyName: sql`r.reading->>'familyName'`,
      candidate: sql`(select jsonb_build_object('givenName', a.given_name, 'familyName', a.family_name, 'preferredName', a.preferred_name,
        'sport', a.sport, 'positions', a.positions, 'school', a.school, 'classYear', a.class_year, 'addedAt', a.created_at)
        from athletes a where r.doubt is not null and a.organization_id = r.organization_id and a.id = r.record_id)`,
    },
    describeRow(stored) {
      const { record_id, matched_by, doubt, givenName, familyName, candidate } = stored as StoredRow
      return {
        name: [givenName, familyName].filter(Boolean).join(' '),
        athlete: record_id,
        matchedBy: matched_by,
        doubt,
        candidate: candidate && {
          ...candidate,
          name: athleteName(candidate),
          addedAt: new Date(candidate.addedAt).toISOString(),
        },
      }
    },
  }
}

type StoredRow = {
  record_id: string | null
  matched_by: ImportRow['matchedBy']
  doubt: ImportRow['doubt']
  givenName: string | null
  familyName: string | null
  candidate: (Omit<NonNullable<ImportRow['candidate']>, 'name'> & Parameters<typeof athleteName>[0]) | null
}
