import type {
  AthleteEvent,
  ChangedField,
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
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import {
  type Author,
  lockAthlete,
  requireSeen,
  seesOnlyThemselves,
  seesSensitive,
  type Viewer,
} from './athlete-access.ts'

type Entry = {
  kind: NoteKind | AthleteEvent
  text?: string
  about?: string
  changes?: ChangedField[]
  /** Of a note. */
  readers?: NoteReaders
}

/** What is only for those who may see birth date, contacts and eligibility. */
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

const kindsOf: Record<TimelineKind, (kind: string) => boolean> = {
  notes: (kind) => kind === 'note',
  calls: (kind) => ['call', 'email', 'meeting'].includes(kind),
  changes: (kind) => !(kind in noteKinds),
}

/** Puts on record what happened to an athlete, and that something did: in the transaction of its cause. */
export async function noteOnTimeline(
  client: Queryable,
  /** Nobody, for what happens by itself. */
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

/** The record was worked on: lists show it, and everybody who has it open loads it anew. */
export async function touch(client: Queryable, { member }: Author, athlete: string, set: object = {}) {
  const worked = { version: sql<number>`version + 1`, last_active_at: sql<Date>`now()` }
  await run(client, athleteRow({ member }, athlete).set({ ...set, ...worked }))
}

function athleteRow({ member }: Pick<Author, 'member'>, athlete: string) {
  return query.updateTable('athletes').where('organization_id', '=', member.organization).where('id', '=', athlete)
}

/** One way to change what belongs to a record: nobody else changes it meanwhile, and everybody who has it open hears of it. */
export function recordChanges(database: Database) {
  return <Result>(viewer: Viewer, athlete: string, work: (client: Queryable) => Promise<Result>): Promise<Result> =>
    inTransaction(database, async (client) => {
      await lockAthlete(client, viewer, athlete)
      const result = await work(client)
      await touch(client, viewer, athlete)
      return result
    })
}

/** The same for notes. They are no facts: the version stays, and only those who read the note hear of it. */
function noteChanges(database: Database) {
  return <Result extends { readers: NoteReaders }>(
    viewer: Viewer,
    athlete: string,
    /** Answers with those who are to hear of it. */
    work: (client: Queryable) => Promise<Result>,
  ): Promise<Result> =>
    inTransaction(database, async (client) => {
      await lockAthlete(client, viewer, athlete)
      const result = await work(client)
      const { readers } = result
      // Nobody else notices a note that only its author reads.
      if (readers !== 'me') {
        await announceTo(client, { readers, author: viewer.person.id })
        // Everyone who sees the athlete sees this time: others must not learn of the note. The update alone announces it.
        const lastActive = readers === 'team' ? sql<Date>`now()` : sql.ref<Date>('last_active_at')
        await run(client, athleteRow(viewer, athlete).set({ last_active_at: lastActive }))
      }
      return result
    })
}

export function timelines(database: Database) {
  const changing = noteChanges(database)

  return {
    async page(viewer: Viewer, athlete: string, { kind, ...asked }: TimelineQuery): Promise<ListPage<TimelineEntry>> {
      await requireSeen(database, viewer, athlete)
      const page = await listRows(
        database,
        {
          table: 'athlete_timeline',
          rows: () => {
            let entries = entriesOf(viewer, athlete)
            // What colleagues write about an athlete is for colleagues.
            if (seesOnlyThemselves(viewer)) entries = entries.where('t.kind', 'not in', Object.keys(noteKinds))
            if (!seesSensitive(viewer)) entries = entries.where('t.kind', 'not in', sensitiveKinds)
            return kind ? entries.where('t.kind', 'in', kindsIn(kind)) : entries
          },
          sorts: { time: { column: 't.at', type: 'timestamptz' } },
          sort: '-time',
          id: { column: 't.id', type: 'uuid' },
          withoutTotal: true,
        },
        asked,
      )
      return { ...page, rows: page.rows.map((row) => shown(row, viewer)) }
    },

    async addNote(viewer: Viewer, athlete: string, { kind, text, ...chosen }: NewNote): Promise<TimelineEntry> {
      const readers = chosen.readers ?? usualReaders(viewer.member.permissions)
      requireReader(viewer, readers)
      const { entry } = await changing(viewer, athlete, async (client) => {
        const id = await noteOnTimeline(client, viewer, athlete, { kind, text, readers })
        return { readers, entry: await oneRowOf(client, entriesOf(viewer, athlete).where('t.id', '=', id)) }
      })
      return shown(entry, viewer)
    },

    async narrowNote(viewer: Viewer, athlete: string, note: string, readers: NoteReaders): Promise<TimelineEntry> {
      requireReader(viewer, readers)
      // Whoever reads it no longer hears of that as well.
      const entry = await changing(viewer, athlete, async (client) => {
        const entry = await ownNote(client, viewer, athlete, note)
        if (fewest.indexOf(readers) < fewest.indexOf(entry.readers)) {
          const message = 'You can only narrow who sees a note. Write a new note instead'
          throw new Refusal('invalid-fields', { errors: [{ field: 'readers', message }] })
        }
        await run(
          client,
          query
            .updateTable('athlete_timeline')
            .set({ readers })
            .where('organization_id', '=', viewer.member.organization)
            .where('id', '=', note),
        )
        return entry
      })
      return shown({ ...entry, readers }, viewer)
    },

    async removeNote(viewer: Viewer, athlete: string, note: string) {
      await changing(viewer, athlete, async (client) => {
        const entry = await ownNote(client, viewer, athlete, note)
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
export type Timelines = ReturnType<typeof timelines>

const allKinds: readonly string[] = [...Object.keys(noteKinds), ...athleteEvents]
const kindsIn = (kind: TimelineKind) => allKinds.filter(kindsOf[kind])

const fewest = Object.keys(noteReaders) as NoteReaders[]

/** What one may not read, one does not write for others. */
function requireReader({ member }: Viewer, readers: NoteReaders) {
  if (readersNeed[readers].every((permission) => member.permissions.includes(permission))) return
  throw new Refusal('invalid-fields', { errors: [{ field: 'readers', message: 'Choose a group that includes you' }] })
}

async function ownNote(client: Queryable, viewer: Viewer, athlete: string, note: string) {
  const entry = await rowOf(client, entriesOf(viewer, athlete).where('t.id', '=', note))
  if (!entry || !(entry.kind in noteKinds)) throw new Refusal('not-found')
  if (entry.actor_id !== viewer.person.id) throw new Refusal('not-yours')
  return entry
}

/** What colleagues write about an athlete is for colleagues. */
export function isReader(viewer: Viewer, { readers, author }: Audience) {
  return (
    !seesOnlyThemselves(viewer) &&
    (author === viewer.person.id || readableFor(viewer.member.permissions).includes(readers))
  )
}

/** Of notes of others. */
export function readableFor(permissions: readonly Permission[]) {
  return fewest.filter(
    (readers) => readers !== 'me' && readersNeed[readers].every((permission) => permissions.includes(permission)),
  )
}

/** Those that the viewer is a reader of, or has written. */
function entriesOf(viewer: Viewer, athlete: string) {
  const { person, member } = viewer
  return query
    .selectFrom('athlete_timeline as t')
    .leftJoin(userFacts.as('actor'), (join) =>
      join.onRef('actor.id', '=', 't.actor_id').on('actor.deleted_at', 'is', null),
    )
    .select(['t.id', 't.at', 't.kind', 't.text', 't.about', 't.changes', 't.actor_id', 'actor.name as actorName'])
    .select('t.readers')
    .where('t.organization_id', '=', member.organization)
    .where('t.athlete_id', '=', athlete)
    .where((eb) => eb.or([eb('t.readers', 'in', readableFor(member.permissions)), eb('t.actor_id', '=', person.id)]))
    .$narrowType<{ kind: TimelineEntry['kind']; changes: ChangedField[]; readers: NoteReaders }>()
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
}

function shown({ actor_id, actorName, at, changes, readers, ...entry }: Row, viewer: Viewer): TimelineEntry {
  const mayShow = ({ field }: ChangedField) =>
    seesSensitive(viewer) || !(sensitiveFacts as ReadonlySet<string>).has(field)
  return {
    ...entry,
    at: at.toISOString(),
    actor: actor_id && actorName ? { id: actor_id, name: actorName } : null,
    changes: changes.filter(mayShow),
    own: actor_id === viewer.person.id && entry.kind in noteKinds,
    readers: entry.kind in noteKinds ? readers : null,
  }
}
