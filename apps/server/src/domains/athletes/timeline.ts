import type {
  AthleteEvent,
  ChangedField,
  LastNote,
  NewNote,
  NoteKind,
  NoteReaders,
  TimelineEntry,
  TimelineKind,
  TimelineQuery,
} from '@sherpa/contracts/athlete'
import {
  athleteEvents,
  noteKinds,
  noteReaders,
  readersNeed,
  sensitiveFacts,
  usualReaders,
} from '@sherpa/contracts/athlete'
import type { ListPage } from '@sherpa/contracts/list'
import type { Permission } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Audience, announceTo } from '../../live/audience.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
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
  kind: NoteKind | AthleteEvent
  text?: string
  about?: string
  changes?: ChangedField[]
  /** For notes only. */
  readers?: NoteReaders
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
  calls: (kind) => ['call', 'email', 'meeting'].includes(kind),
  changes: (kind) => !(kind in noteKinds),
}

/** Part of the causing transaction. */
export async function addTimelineEntry(
  client: Queryable,
  /** Null for automatic events. */
  { person, member }: Pick<Author, 'member'> & { person: Author['person'] | null },
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
        ...(entry.readers && { readers: entry.readers }),
        changes: JSON.stringify(entry.changes ?? []),
      })
      .returning('id'),
  )
  return id
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

/** The same for notes, without a new version; only readers of the note get a live update. */
function createNoteChange(database: Database) {
  return <Result extends { readers: NoteReaders }>(
    viewer: Viewer,
    athlete: string,
    /** Returns the readers to update. */
    work: (client: Queryable) => Promise<Result>,
  ): Promise<Result> =>
    inTransaction(database, async (client) => {
      await lockAthlete(client, viewer, athlete)
      const result = await work(client)
      const { readers } = result
      // A private note must not be noticeable to others.
      if (readers !== 'me') {
        await announceTo(client, { readers, author: viewer.person.id })
        // Last activity is public, so restricted notes must not change it. The update itself sends the live update.
        const lastActive = readers === 'team' ? sql<Date>`now()` : sql.ref<Date>('last_active_at')
        await run(client, updateAthlete(viewer, athlete).set({ last_active_at: lastActive }))
      }
      return result
    })
}

export function createTimelineService(database: Database) {
  const changeNote = createNoteChange(database)

  return {
    async list(viewer: Viewer, athlete: string, { kind, ...paging }: TimelineQuery): Promise<ListPage<TimelineEntry>> {
      await requireVisible(database, viewer, athlete)
      const page = await listRows(
        database,
        {
          table: 'athlete_timeline',
          rows: () => {
            let entries = selectEntries(viewer, athlete)
            // Notes are internal: athletes do not see them.
            if (seesOnlyThemselves(viewer)) entries = entries.where('t.kind', 'not in', Object.keys(noteKinds))
            if (!seesSensitive(viewer)) entries = entries.where('t.kind', 'not in', sensitiveKinds)
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
        selectReadable(viewer)
          .select(['t.athlete_id as athlete', 't.at', 't.kind', 't.text', 'actor.name as by'])
          .distinctOn('t.athlete_id')
          .where(sql<boolean>`t.athlete_id = any(${visible}::uuid[])`)
          .where('t.kind', 'in', Object.keys(noteKinds))
          .orderBy('t.athlete_id')
          .orderBy('t.at', 'desc')
          .orderBy('t.id', 'desc')
          .$narrowType<{ kind: NoteKind }>(),
      )
      return rows.map(({ at, text, ...note }) => ({ ...note, text: text ?? '', at: at.toISOString() }))
    },

    async addNote(viewer: Viewer, athlete: string, { kind, text, ...chosen }: NewNote): Promise<TimelineEntry> {
      const readers = chosen.readers ?? usualReaders(viewer.member.permissions)
      requireReader(viewer, readers)
      const { entry } = await changeNote(viewer, athlete, async (client) => {
        const id = await addTimelineEntry(client, viewer, athlete, { kind, text, readers })
        return { readers, entry: await oneRowOf(client, selectEntries(viewer, athlete).where('t.id', '=', id)) }
      })
      return toEntry(entry, viewer)
    },

    async changeNote(viewer: Viewer, athlete: string, note: string, text: string): Promise<TimelineEntry> {
      const { entry } = await changeNote(viewer, athlete, async (client) => {
        const { readers } = await requireOwnNote(client, viewer, athlete, note)
        await run(client, updateEntry(viewer, note).set({ text, edited_at: sql<Date>`now()` }))
        return { readers, entry: await oneRowOf(client, selectEntries(viewer, athlete).where('t.id', '=', note)) }
      })
      return toEntry(entry, viewer)
    },

    async narrowNote(viewer: Viewer, athlete: string, note: string, readers: NoteReaders): Promise<TimelineEntry> {
      requireReader(viewer, readers)
      // Former readers get the live update, too.
      const entry = await changeNote(viewer, athlete, async (client) => {
        const entry = await requireOwnNote(client, viewer, athlete, note)
        if (readersByReach.indexOf(readers) < readersByReach.indexOf(entry.readers)) {
          const message = 'You can only narrow who sees a note. Write a new note instead'
          throw new Refusal('invalid-fields', { errors: [{ field: 'readers', message }] })
        }
        await run(client, updateEntry(viewer, note).set({ readers }))
        return entry
      })
      return toEntry({ ...entry, readers }, viewer)
    },

    async removeNote(viewer: Viewer, athlete: string, note: string) {
      await changeNote(viewer, athlete, async (client) => {
        const entry = await requireOwnNote(client, viewer, athlete, note)
        await run(
          client,
          query
            .deleteFrom('athlete_timeline')
            .where('organization_id', '=', viewer.member.organization)
            .where('id', '=', note),
        )
        return entry
      })
    },
  }
}
export type Timelines = ReturnType<typeof createTimelineService>

function updateEntry({ member }: Viewer, id: string) {
  return query.updateTable('athlete_timeline').where('organization_id', '=', member.organization).where('id', '=', id)
}

const allKinds: readonly string[] = [...Object.keys(noteKinds), ...athleteEvents]
const listKinds = (kind: TimelineKind) => allKinds.filter(kindFilters[kind])

const readersByReach = Object.keys(noteReaders) as NoteReaders[]

/** Authors must be among the readers they choose. */
function requireReader({ member }: Viewer, readers: NoteReaders) {
  if (readersNeed[readers].every((permission) => member.permissions.includes(permission))) return
  throw new Refusal('invalid-fields', { errors: [{ field: 'readers', message: 'Choose a group that includes you' }] })
}

async function requireOwnNote(client: Queryable, viewer: Viewer, athlete: string, note: string) {
  const entry = await rowOf(client, selectEntries(viewer, athlete).where('t.id', '=', note))
  if (!entry || !(entry.kind in noteKinds)) throw new Refusal('not-found')
  if (entry.actor_id !== viewer.person.id) throw new Refusal('not-yours')
  return entry
}

/** Notes are internal: athletes are never readers. */
export function isReader(viewer: Viewer, { readers, author }: Audience) {
  return (
    !seesOnlyThemselves(viewer) &&
    (author === viewer.person.id || listReadableAudiences(viewer.member.permissions).includes(readers))
  )
}

/** For notes of other authors. */
export function listReadableAudiences(permissions: readonly Permission[]) {
  return readersByReach.filter(
    (readers) => readers !== 'me' && readersNeed[readers].every((permission) => permissions.includes(permission)),
  )
}

/** Entries that the viewer may read or has written. */
function selectEntries(viewer: Viewer, athlete: string) {
  return selectReadable(viewer)
    .select(['t.id', 't.at', 't.kind', 't.text', 't.about', 't.changes', 't.actor_id', 'actor.name as actorName'])
    .select(['t.readers', 't.edited_at'])
    .where('t.athlete_id', '=', athlete)
    .$narrowType<{ kind: TimelineEntry['kind']; changes: ChangedField[]; readers: NoteReaders }>()
}

function selectReadable({ person, member }: Viewer) {
  return query
    .selectFrom('athlete_timeline as t')
    .leftJoin(publicUsers.as('actor'), (join) =>
      join.onRef('actor.id', '=', 't.actor_id').on('actor.deleted_at', 'is', null),
    )
    .where('t.organization_id', '=', member.organization)
    .where((eb) =>
      eb.or([eb('t.readers', 'in', listReadableAudiences(member.permissions)), eb('t.actor_id', '=', person.id)]),
    )
}

type Row = {
  id: string
  at: Date
  kind: TimelineEntry['kind']
  text: string | null
  about: string | null
  changes: ChangedField[]
  actor_id: string | null
  actorName: string | null
  readers: NoteReaders
  edited_at: Date | null
}

function toEntry(
  { actor_id, actorName, at, changes, readers, edited_at, ...entry }: Row,
  viewer: Viewer,
): TimelineEntry {
  const mayShow = ({ field }: ChangedField) =>
    seesSensitive(viewer) || !(sensitiveFacts as ReadonlySet<string>).has(field)
  return {
    ...entry,
    at: at.toISOString(),
    actor: actor_id && actorName ? { id: actor_id, name: actorName } : null,
    changes: changes.filter(mayShow),
    own: actor_id === viewer.person.id && entry.kind in noteKinds,
    editedAt: edited_at?.toISOString() ?? null,
    readers: entry.kind in noteKinds ? readers : null,
  }
}
