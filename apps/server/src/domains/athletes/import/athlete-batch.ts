import type { ChangedField, SocialPlatform } from '@sherpa/contracts/athlete'
import type { DuplicateKind } from '@sherpa/contracts/athlete-import'
import type { Measurable } from '@sherpa/contracts/measurable'
import { ownValue } from '@sherpa/contracts/own-value'
import type { Queryable } from '../../../persistence/database.ts'
import { newId } from '../../../persistence/new-id.ts'
import { textOf } from '../../../persistence/queries.ts'
import { findRecordsOfRows, type PlannedRow, type WrittenRow } from '../../imports/imports.ts'
import { publicMemberships } from '../../organizations/organizations.ts'
import { formatContact } from '../guardianship.ts'
import type { StoredAthleteImport } from './athletes-importable.ts'
import {
  addRelatedRows,
  applyChanges,
  chooseUpdate,
  computeChanges,
  type ImportedAthlete,
  toNewAthlete,
} from './compute-changes.ts'
import {
  insertAthletes,
  loadImportedAthletes,
  type SocialAccountRow,
  updateAthletes,
  writeCustomValues,
  writeSocialAccounts,
} from './imported-athletes.ts'
import type { Importer } from './importer.ts'
import type { ReadContact, Reading } from './read-row.ts'
import { ensureTags, isRelatedRow, loadRelatedRows, NewRelatedRows } from './related-rows.ts'

type Row = PlannedRow<Reading>

/** Computes changes in memory and writes them in bulk. */
export class AthleteBatch {
  readonly #stored: StoredAthleteImport
  readonly #today: string
  readonly #importer: Importer
  readonly #nameOf: (id: string) => string
  /** Existing athletes and those added by this batch. */
  #athletes = new Map<string, ImportedAthlete>()
  /** Athlete of each earlier row. */
  #athletesByLine = new Map<number, string | null>()
  #remaining: number | null = null
  #tagIds: ReadonlyMap<string, string> = new Map()
  /** Tags created by this batch. */
  newTags: string[] = []
  readonly #relatedRows = new NewRelatedRows()
  readonly #added = new Set<ImportedAthlete>()
  readonly #updated = new Set<ImportedAthlete>()
  /** Rows with their outcome. */
  readonly written: WrittenRow[] = []
  readonly #custom: { athlete: string; field: string; value: string | number }[] = []
  readonly #social: SocialAccountRow[] = []
  readonly #measured: { id: string; athlete: string; kind: string; value: number }[] = []
  readonly #timeline: {
    athlete: string
    kind: 'added' | 'changed' | 'contact-added'
    about?: string
    changes: ChangedField[]
  }[] = []

  constructor(stored: StoredAthleteImport, today: string, importer: Importer, nameOf: (id: string) => string) {
    this.#stored = stored
    this.#today = today
    this.#importer = importer
    this.#nameOf = nameOf
  }

  async load(client: Queryable, rows: readonly Row[], room: number | null) {
    const { organization_id } = this.#stored
    this.#remaining = room
    const firstLines = rows.flatMap(({ same_as }) => same_as ?? [])
    this.#athletesByLine = await findRecordsOfRows(client, this.#stored, firstLines)
    const ids = [
      ...rows.flatMap(({ record_id }) => record_id ?? []),
      ...[...this.#athletesByLine.values()].filter((one) => one !== null),
    ]
    this.#athletes = await loadImportedAthletes(client, organization_id, ids, true)
    await loadRelatedRows(client, organization_id, this.#athletes, this.#stored.mapping.targets, this.#importer)
    const tagNames = rows
      .filter(({ plan }) => plan === 'add' || plan === 'update')
      .flatMap(({ reading }) => reading.tags ?? [])
    const { ids: tagIds, made } = await ensureTags(client, organization_id, tagNames)
    this.#tagIds = tagIds
    this.newTags = made
  }

  process(row: Row) {
    const id =
      row.record_id ??
      (row.plan === 'add' || row.same_as === null ? null : (this.#athletesByLine.get(row.same_as) ?? null))
    if (row.plan === 'fail') this.#finish(row, 'failed', null)
    else if (row.plan === 'skip') this.#finish(row, 'skipped', id)
    else if (row.plan === 'add') this.#add(row)
    else this.#update(row, this.#athletes.get(id ?? ''))
  }

  #finish(row: Row, outcome: WrittenRow['outcome'], athlete: string | null, more: Partial<WrittenRow> = {}) {
    const { line, plan, matched_by, same_as, doubt } = row
    this.#athletesByLine.set(line, athlete)
    this.written.push({
      line,
      plan,
      matched_by,
      same_as,
      doubt,
      outcome,
      record_id: athlete,
      changed: null,
      problem: null,
      ...more,
    })
  }

  #add(row: Row) {
    const athlete = toNewAthlete(newId(), row.reading, this.#stored.mapping.defaults)
    if (athlete.stage === 'signed' && !this.#allocateSignedSlot()) athlete.stage = 'prospect'
    this.#athletes.set(athlete.id, athlete)
    this.#added.add(athlete)
    this.#addDetails(athlete, row.reading)
    addRelatedRows(athlete, row.reading)
    this.#relatedRows.add(athlete.id, row.reading, this.#tagIds)
    this.#timeline.push({ athlete: athlete.id, kind: 'added', changes: [] })
    this.#finish(row, 'added', athlete.id)
  }

  #update(row: Row, athlete: ImportedAthlete | undefined) {
    if (!athlete) return this.#finish(row, 'failed', null, { problem: 'This athlete was removed after the check' })
    const choice = chooseUpdate(this.#stored.mapping, row.matched_by as DuplicateKind | null)
    const changes = computeChanges(athlete, row.reading, choice).filter(
      ({ field, after }) => !(field === 'stage' && after === 'signed') || this.#allocateSignedSlot(),
    )
    if (changes.length === 0) return this.#finish(row, 'same', athlete.id)
    const changedFields = applyChanges(athlete, changes, this.#nameOf)
    // A restricted note must not change version or last activity.
    if (this.#importer.readers === 'team' || changes.some(({ field }) => field !== 'note')) {
      athlete.version++
      if (!this.#added.has(athlete)) this.#updated.add(athlete)
    }
    const selectDetails = <Values>(kind: string) =>
      Object.fromEntries(
        changes
          .filter(({ field }) => field.startsWith(`${kind}:`))
          .map(({ field, after }) => [field.slice(kind.length + 1), after]),
      ) as Values
    const measurements = this.#addDetails(athlete, {
      custom: selectDetails<NonNullable<Reading['custom']>>('custom'),
      measured: selectDetails<NonNullable<Reading['measured']>>('measured'),
      social: selectDetails<NonNullable<Reading['social']>>('social'),
    })
    const contacts = changes.flatMap(({ field, after }) => (field === 'contact' ? [after as ReadContact] : []))
    const additions: Reading = {
      ...Object.fromEntries(
        changes
          .filter((change) => isRelatedRow(change) && change.field !== 'contact')
          .map(({ field, after }) => [field, after]),
      ),
      contacts,
    }
    const added: Record<string, unknown> = this.#relatedRows.add(athlete.id, additions, this.#tagIds)
    const addedContacts = [...(added.contacts as ReadContact[])]
    if (changedFields.length > 0) this.#timeline.push({ athlete: athlete.id, kind: 'changed', changes: changedFields })
    for (const contact of contacts) {
      const about = formatContact(contact)
      this.#timeline.push({ athlete: athlete.id, kind: 'contact-added', about, changes: [] })
    }
    // Stores ids of related rows, so that undo can find them.
    const changed = changes.map((change) => ({
      ...change,
      after:
        change.field === 'contact'
          ? addedContacts.shift()
          : isRelatedRow(change)
            ? ownValue(added, change.field)
            : (measurements.get(change.field) ?? change.after),
    }))
    this.#finish(row, 'updated', athlete.id, { changed })
  }

  #allocateSignedSlot() {
    if (this.#remaining === null) return true
    return this.#remaining-- > 0
  }

  #addDetails(
    athlete: ImportedAthlete,
    { custom = {}, measured = {}, social = {} }: Pick<Reading, 'custom' | 'measured' | 'social'>,
  ) {
    for (const [field, value] of Object.entries(custom)) {
      athlete.custom[field] = value
      this.#custom.push({ athlete: athlete.id, field, value })
    }
    for (const [platform, account] of Object.entries(social)) {
      athlete.social[platform as SocialPlatform] = account
      this.#social.push({ athlete: athlete.id, platform, account })
    }
    const ids = new Map<string, string>()
    for (const [kind, value] of Object.entries(measured)) {
      const id = newId()
      athlete.measured[kind as Measurable] = value
      ids.set(`measured:${kind}`, id)
      this.#measured.push({ id, athlete: athlete.id, kind, value })
    }
    return ids
  }

  /** Returns athletes with changed birth date or level. */
  async write(client: Queryable) {
    const person = this.#importer.id
    const { organization_id: organization, id, name, mapping } = this.#stored
    await insertAthletes(client, organization, [...this.#added])
    const corrected = await updateAthletes(client, organization, [...this.#updated])
    // The last value of a field wins.
    const custom = new Map(this.#custom.map((value) => [`${value.athlete} ${value.field}`, value]))
    await writeCustomValues(client, organization, [...custom.values()])
    const social = new Map(this.#social.map((row) => [`${row.athlete} ${row.platform}`, row]))
    await writeSocialAccounts(client, organization, [...social.values()])
    if (this.#measured.length > 0) {
      await client.query(
        `insert into athlete_measurements (organization_id, id, athlete_id, kind, value, measured_on, source)
         select $1, id, athlete, kind, value, $3::date, 'Import'
         from jsonb_to_recordset($2::jsonb) as x(id uuid, athlete uuid, kind text, value double precision)`,
        [organization, JSON.stringify(this.#measured), this.#today],
      )
    }
    await this.#relatedRows.write(client, organization, this.#importer, id)
    if (mapping.lookAfter && this.#added.size > 0) {
      await client.query(
        `insert into athlete_assignments (organization_id, athlete_id, user_id)
         select $1, id, m.user_id from unnest($2::uuid[]) as id
         join ${textOf(publicMemberships)} m on m.organization_id = $1 and m.user_id = $3 and m.role <> 'athlete' on conflict do nothing`,
        [organization, [...this.#added].map((athlete) => athlete.id), person],
      )
    }
    if (this.#timeline.length > 0) {
      await client.query(
        `insert into athlete_timeline (organization_id, athlete_id, actor_id, kind, about, changes, import_id)
         select $1, athlete, $3, kind, coalesce(about, $4), changes, $5
         from jsonb_to_recordset($2::jsonb) as x(athlete uuid, kind text, about text, changes jsonb)`,
        [organization, JSON.stringify(this.#timeline), person, name, id],
      )
    }
    return corrected
  }
}
