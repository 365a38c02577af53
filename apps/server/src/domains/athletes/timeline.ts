import type {
  AthleteEvent,
  ChangedField,
  LastNote,
  TimelineEntry,
  TimelineKind,
  TimelineQuery,
} from '@sherpa/contracts/athlete'
import { athleteEvents, sensitiveFacts } from '@sherpa/contracts/athlete'
import { isContact, isNote, type NoteKind, type NoteReaders, noteKinds } from '@sherpa/contracts/contact-log'
import type { ListPage } from '@sherpa/contracts/list'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import {
  allReaders,
  createNoteService,
  type Log,
  type NoteRow,
  selectEntries,
  toNote,
} from '../contact-log/contact-log.ts'
import {
  type Author,
  lockAthlete,
  requireVisible,
  seenAmong,
  seesOnlyThemselves,
  seesSensitive,
  type Viewer,
} from './athlete-access.ts'

type Entry = {
  kind: AthleteEvent
  text?: string | undefined
  about?: string
  changes?: ChangedField[]
  disclosure?: string
  at?: Date
}

/** Events that need the permission for sensitive data. */
const sensitiveKinds: readonly AthleteEvent[] = [
  'contact-added',
  'contact-changed',
  'contact-removed',
  'contact-shown',
  'reach-shown',
  'eligibility-added',
  'eligibility-removed',
  'contacts-told',
  'guardian-invited',
  'guardian-confirmed',
  'guardian-declined',
  'guardian-verified',
  'guardian-consented',
  'guardian-withdrew-consent',
  'guardian-ended',
  'made-adult',
]

const kindFilters: Record<TimelineKind, (kind: string) => boolean> = {
  notes: (kind) => kind === 'note',
  contacts: isContact,
  changes: (kind) => !isNote(kind),
}

/** Part of the causing transaction. */
export async function addTimelineEntry(
  client: Queryable,
  /** Null for automatic events. */
  { person, member }: { person: { id: string } | null; member: { organization: string } },
  athlete: string,
  entry: Entry,
) {
  const { id } = await oneRowOf(
    client,
    query
      .insertInto('athlete_timeline')
      .values({
        organization_id: member.organization,
        id: newId(),
        athlete_id: athlete,
        actor_id: person?.id ?? null,
        kind: entry.kind,
        text: entry.text ?? null,
        about: entry.about ?? null,
        changes: JSON.stringify(entry.changes ?? []),
        disclosure_id: entry.disclosure ?? null,
        ...(entry.at && { at: entry.at }),
      })
      .returning('id'),
  )
  return id
}

/** Adds what changed to the timelines of many athletes. */
export async function addChanges(
  client: Queryable,
  { person, member }: Parameters<typeof addTimelineEntry>[1],
  entries: readonly { athlete: string; changes: NonNullable<Entry['changes']> }[],
) {
  await run(
    client,
    sql`insert into athlete_timeline (organization_id, id, athlete_id, actor_id, kind, changes)
      select ${member.organization}, x.id, x.athlete, ${person?.id ?? null}, 'changed', x.changes
      from unnest(${entries.map(() => newId())}::uuid[], ${entries.map(({ athlete }) => athlete)}::uuid[],
        ${entries.map(({ changes }) => JSON.stringify(changes))}::jsonb[]) as x (id, athlete, changes)`,
  )
}

/** Raises version and last activity, which sends a live update. */
export async function touch(client: Queryable, { member }: Author, athlete: string, set: object = {}) {
  const activity = { version: sql<number>`version + 1`, last_active_at: sql<Date>`now()` }
  await run(client, updateAthlete({ member }, athlete).set({ ...set, ...activity }))
}

function updateAthlete({ member }: Pick<Author, 'member'>, athlete: string) {
  return query.updateTable('athletes').where('organization_id', '=', member.organization).where('id', '=', athlete)
}

/** Locks the record, runs the work and raises the version, which sends a live update. */
export function createRecordChange(database: Database) {
  return <Result>(viewer: Viewer, athlete: string, work: (client: Queryable) => Promise<Result>): Promise<Result> =>
    inTransaction(database, async (client) => {
      await lockAthlete(client, viewer, athlete)
      const result = await work(client)
      await touch(client, viewer, athlete)
      return result
    })
}

const athleteLog: Log = {
  table: 'athlete_timeline',
  recordColumn: 'athlete_id',
  contactsTable: 'athlete_contacts',
  audiences: allReaders,
  lock: lockAthlete,
  touch(client, viewer, athlete, readers) {
    // Last activity is public, so restricted notes must not change it. The update itself sends the live update.
    const lastActive = readers === 'team' ? sql<Date>`now()` : sql.ref<Date>('last_active_at')
    return run(client, updateAthlete(viewer, athlete).set({ last_active_at: lastActive }))
  },
  seesContacts: seesSensitive,
}

type Parts = {
  database: Database
  /** Of the disclosures domain. */
  isVisibleDisclosure: (viewer: Viewer, disclosure: RawBuilder<unknown>) => RawBuilder<boolean>
}

export function createTimelineService({ database, isVisibleDisclosure }: Parts) {
  return {
    notes: createNoteService(database, athleteLog, async (client, viewer, athlete, id) =>
      toEntry(await oneRowOf(client, selectTimeline(viewer, athlete).where('t.id', '=', id)), viewer),
    ),

    async list(viewer: Viewer, athlete: string, { kind, ...paging }: TimelineQuery): Promise<ListPage<TimelineEntry>> {
      await requireVisible(database, viewer, athlete)
      const page = await listRows(
        database,
        {
          table: 'athlete_timeline',
          rows: () => {
            let entries = selectTimeline(viewer, athlete)
            // Notes are internal: athletes do not see them.
            if (seesOnlyThemselves(viewer)) entries = entries.where('t.kind', 'not in', Object.keys(noteKinds))
            if (!seesSensitive(viewer)) entries = entries.where('t.kind', 'not in', sensitiveKinds)
            const disclosure = sql.ref('t.disclosure_id')
            entries = entries.where(sql<boolean>`(${disclosure} is null or ${isVisibleDisclosure(viewer, disclosure)})`)
            return kind ? entries.where('t.kind', 'in', listKinds(kind)) : entries
          },
          sorts: { time: { column: 't.at', type: 'timestamptz' } },
          sort: '-time',
          id: { column: 't.id', type: 'uuid' },
          withoutTotal: true,
        },
        paging,
      )
      return { ...page, rows: page.rows.map((row) => toEntry(row, viewer)) }
    },

    /** The newest readable note of each visible athlete. */
    async lastNotes(viewer: Viewer, athletes: readonly string[]): Promise<LastNote[]> {
      const visible = await seenAmong(database, viewer, athletes)
      const rows = await rowsOf(
        database,
        selectEntries(athleteLog, viewer)
          .clearSelect()
          .select(['t.athlete_id as athlete', 't.at', 't.kind', 't.text', 't.result', 'actor.name as by'])
          .distinctOn('t.athlete_id')
          .where(sql<boolean>`t.athlete_id = any(${visible}::uuid[])`)
          .where('t.kind', 'in', Object.keys(noteKinds))
          .orderBy('t.athlete_id')
          .orderBy('t.at', 'desc')
          .orderBy('t.id', 'desc')
          .$castTo<Omit<LastNote, 'at'> & { at: Date }>(),
      )
      return rows.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }))
    },
  }
}
/** The athlete of an entry that the viewer may read. */
export async function findEntry(client: Queryable, viewer: Viewer, entry: string) {
  if (seesOnlyThemselves(viewer)) return undefined
  const row = await rowOf(
    client,
    selectEntries(athleteLog, viewer)
      .clearSelect()
      .select(['t.athlete_id as athlete', 't.readers'])
      .where('t.id', '=', entry)
      .$castTo<{ athlete: string; readers: NoteReaders }>(),
  )
  return row && (await seenAmong(client, viewer, [row.athlete])).length > 0 ? row : undefined
}
export type Timelines = ReturnType<typeof createTimelineService>

const allKinds: readonly string[] = [...Object.keys(noteKinds), ...athleteEvents]
const listKinds = (kind: TimelineKind) => allKinds.filter(kindFilters[kind])

type Row = NoteRow & {
  kind: NoteKind | AthleteEvent
  about: string | null
  changes: ChangedField[]
  disclosureId: string | null
}

// biome-ignore lint/suspicious/noExplicitAny: the exact type is irrelevant here and slow to check.
type Statement = SelectQueryBuilder<any, any, Row>

function selectTimeline(viewer: Viewer, athlete: string) {
  return selectEntries(athleteLog, viewer)
    .select(['t.about', 't.changes', 't.disclosure_id as disclosureId'])
    .where('t.athlete_id', '=', athlete) as Statement
}

function toEntry(row: Row, viewer: Viewer): TimelineEntry {
  const mayShow = ({ field }: ChangedField) =>
    seesSensitive(viewer) || !(sensitiveFacts as ReadonlySet<string>).has(field)
  return {
    ...toNote(row, viewer, athleteLog),
    kind: row.kind,
    about: row.about,
    changes: row.changes.filter(mayShow),
    readers: isNote(row.kind) ? row.readers : null,
    disclosureId: row.disclosureId,
  }
}
