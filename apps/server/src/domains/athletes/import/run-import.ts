import type { ChangedField, SocialPlatform } from '@sherpa/contracts/athlete'
import type { Measurable } from '@sherpa/contracts/measurable'
import { sql } from 'kysely'
import { inTransaction, type Queryable } from '../../../persistence/database.ts'
import { newId } from '../../../persistence/new-id.ts'
import { query, run, textOf } from '../../../persistence/queries.ts'
import { recordEvent } from '../../audit/audit.ts'
import { publicMemberships, todayIn } from '../../organizations/organizations.ts'
import { listFields } from '../custom-fields.ts'
import { formatContact } from '../guardianship.ts'
import type { NoteCorrectedAge } from '../minors.ts'
import { lockRoster } from '../roster-lock.ts'
import { BATCH, type CheckParts } from './check-import.ts'
import {
  addRelatedRows,
  applyChanges,
  type Change,
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
import { type Importer, loadImporter } from './importer.ts'
import { deleteKeys, planRows, type RowPlan, saveAddedKeys } from './plan-rows.ts'
import { listColleaguesForImport } from './read-related-rows.ts'
import type { ReadContact, Reading } from './read-row.ts'
import { ensureTags, isRelatedRow, loadRelatedRows, NewRelatedRows } from './related-rows.ts'
import { addCounts, lockImport, type Outcome, type StoredImport } from './stored-imports.ts'

type Row = Omit<RowPlan, 'plan'> & { reading: Reading; plan: RowPlan['plan'] | 'fail' }
type DoneRow = Pick<Row, 'line' | 'plan' | 'matched_by' | 'same_as' | 'doubt'> & {
  outcome: Outcome
  athlete: string | null
  changed: Change[] | null
  problem: string | null
}

/** Imports a batch in one transaction. Returns whether there are more rows. */
export async function importBatch(
  parts: CheckParts & { recordAgeCorrection: NoteCorrectedAge },
  organization: string,
  id: string,
  person: string,
) {
  const { database, clock, roomForAthletes, recordAgeCorrection } = parts
  return inTransaction(database, async (client) => {
    const stored = await lockImport(client, organization, id)
    if (stored.state !== 'importing') return false
    await lockRoster(client, organization)
    const fields = await listFields(client, organization)
    if (stored.done_rows === 0) await deleteKeys(client, stored, null)
    const { rows: checked } = await client.query<Row>(
      `select line, reading, plan, matched_by, same_as, athlete_id, doubt, answer, answered_for from athlete_import_rows
       where organization_id = $1 and import_id = $2 and line > $3 order by line limit $4`,
      [organization, id, stored.done_rows, BATCH],
    )
    const namedRecords = [...fields, ...(await listColleaguesForImport(client, organization))]
    const today = await todayIn(client, organization, clock())
    const importer = await loadImporter(client, organization, person)
    // Athletes may have been added or changed since the check, and since the batch before.
    const valid = checked.filter(({ plan }) => plan !== 'fail')
    const plans = new Map((await planRows(client, stored, fields, importer, valid)).map((plan) => [plan.line, plan]))
    const rows = checked.map((row): Row => ({ ...row, ...plans.get(row.line) }))
    const batch = new Batch(stored, today, importer, (id) => namedRecords.find((one) => one.id === id)?.name ?? id)
    await batch.load(client, rows, await roomForAthletes(client, organization))
    for (const row of rows) batch.process(row)
    const author = { person: { id: person }, member: { organization } }
    for (const { id: athlete, before } of await batch.write(client)) {
      await recordAgeCorrection(client, author, athlete, before, `Imported: ${stored.name}`)
    }
    const last = rows.at(-1)?.line ?? stored.row_count
    const isLast = last >= stored.row_count
    await run(
      client,
      query
        .updateTable('athlete_imports')
        .set({
          done_rows: last,
          counts: addCounts(batch.counts),
          new_tags: sql<string[]>`new_tags || ${batch.newTags}::uuid[]`,
          ...(isLast && { state: 'done', finished_at: sql<Date>`now()` }),
        })
        .where('organization_id', '=', organization)
        .where('id', '=', id),
    )
    if (isLast) {
      await deleteKeys(client, stored, null)
      await recordImport(client, organization, id, person)
    }
    return !isLast
  })
}

/** Computes changes in memory and writes them in bulk. */
class Batch {
  readonly counts: Partial<Record<Outcome, number>> = {}
  readonly #stored: StoredImport
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
  readonly #done: DoneRow[] = []
  readonly #custom: { athlete: string; field: string; value: string | number }[] = []
  readonly #social: SocialAccountRow[] = []
  readonly #measured: { id: string; athlete: string; kind: string; value: number }[] = []
  readonly #timeline: {
    athlete: string
    kind: 'added' | 'changed' | 'contact-added'
    about?: string
    changes: ChangedField[]
  }[] = []

  constructor(stored: StoredImport, today: string, importer: Importer, nameOf: (id: string) => string) {
    this.#stored = stored
    this.#today = today
    this.#importer = importer
    this.#nameOf = nameOf
  }

  async load(client: Queryable, rows: Row[], room: number | null) {
    const { organization_id, id } = this.#stored
    this.#remaining = room
    const earlier = rows.flatMap(({ same_as }) => same_as ?? [])
    if (earlier.length > 0) {
      const { rows: known } = await client.query<{ line: number; athlete_id: string | null }>(
        'select line, athlete_id from athlete_import_rows where organization_id = $1 and import_id = $2 and line = any($3::integer[])',
        [organization_id, id, earlier],
      )
      for (const { line, athlete_id } of known) this.#athletesByLine.set(line, athlete_id)
    }
    const ids = [
      ...rows.flatMap(({ athlete_id }) => athlete_id ?? []),
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
      row.athlete_id ??
      (row.plan === 'add' || row.same_as === null ? null : (this.#athletesByLine.get(row.same_as) ?? null))
    if (row.plan === 'fail') this.#finish(row, 'failed', null)
    else if (row.plan === 'skip') this.#finish(row, 'skipped', id)
    else if (row.plan === 'add') this.#add(row)
    else this.#update(row, this.#athletes.get(id ?? ''))
  }

  #finish(row: Row, outcome: Outcome, athlete: string | null, more: Partial<DoneRow> = {}) {
    const { line, plan, matched_by, same_as, doubt } = row
    this.counts[outcome] = (this.counts[outcome] ?? 0) + 1
    this.#athletesByLine.set(line, athlete)
    this.#done.push({ line, plan, matched_by, same_as, doubt, outcome, athlete, changed: null, problem: null, ...more })
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
    const choice = chooseUpdate(this.#stored.mapping, row.matched_by)
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
            ? added[change.field]
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
    await client.query(
      `update athlete_import_rows r set outcome = x.outcome, athlete_id = x.athlete, changed = x.changed, plan = x.plan,
         matched_by = x.matched_by, same_as = x.same_as, doubt = x.doubt,
         problems = case when x.problem is null then r.problems
           else jsonb_build_array(jsonb_build_object('column', null, 'value', '', 'message', x.problem)) end
       from jsonb_to_recordset($3::jsonb) as x(line integer, outcome text, athlete uuid, changed jsonb, problem text,
         plan text, matched_by text, same_as integer, doubt text)
       where r.organization_id = $1 and r.import_id = $2 and r.line = x.line and r.line > $4 and r.line <= $5`,
      [organization, id, JSON.stringify(this.#done), this.#stored.done_rows, this.#done.at(-1)?.line ?? 0],
    )
    const added = this.#done.filter(({ outcome }) => outcome === 'added')
    await saveAddedKeys(
      client,
      this.#stored,
      added.flatMap(({ line, athlete }) => (athlete ? [{ line, id: athlete }] : [])),
    )
    return corrected
  }
}

/** One audit event for the whole import. */
export async function recordImport(client: Queryable, organization: string, id: string, person: string) {
  const { counts } = await lockImport(client, organization, id)
  await recordEvent(client, {
    event: 'athletes-imported',
    actor: person,
    organization,
    details: `${counts.added ?? 0} added, ${counts.updated ?? 0} updated`,
  })
}
