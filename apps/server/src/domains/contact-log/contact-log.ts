import {
  type ContactResult,
  type Direction,
  findMisfits,
  isNote,
  type LogEntry,
  type NewNote,
  type NoteChange,
  type NoteReaders,
  noteReaders,
  readersNeed,
  usualReaders,
} from '@sherpa/contracts/contact-log'
import { addDays } from '@sherpa/contracts/days'
import type { Permission } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import type { Range } from '@sherpa/contracts/range'
import type { NextStep } from '@sherpa/contracts/task'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { type Audience, announceTo } from '../../live/audience.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { wholeDays } from '../../persistence/lists/ranges.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { startOfDay } from '../organizations/organizations.ts'

/** Stand for both tables. */
type Timeline = 'company_timeline'
type Contacts = 'company_contacts'

type Viewer = { person: Pick<Person, 'id'>; member: Member }

// biome-ignore lint/suspicious/noExplicitAny: the exact type is irrelevant here and slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>

type Owner = 'athlete' | 'company'

/** A timeline with notes. Its owner names the tables; both have the same columns for notes. */
export type Log = {
  table: `${Owner}_timeline`
  recordColumn: `${Owner}_id`
  contactsTable: `${Owner}_contacts`
  /** Audiences to choose from. */
  audiences: readonly NoteReaders[]
  /** Refuses records that the viewer does not see. */
  lock: (client: Queryable, viewer: Viewer, record: string) => Promise<unknown>
  /** Sends a live update of the record, without a new version. Last activity changes only if everyone reads the note. */
  touch: (client: Queryable, viewer: Viewer, record: string, readers: NoteReaders) => Promise<unknown>
  seesContacts: (viewer: Viewer) => boolean
}

export type NoteRow = {
  id: string
  at: Date
  kind: string
  text: string | null
  actor_id: string | null
  actorName: string | null
  readers: NoteReaders
  edited_at: Date | null
  direction: Direction | null
  with_contact: boolean
  contact_id: string | null
  contactName: string | null
  minutes: number | null
  result: ContactResult | null
  version: number
}

/** Adds a task of the author in the transaction of the entry. Injected, because tasks import the log. */
export type AddNextStep = (client: Queryable, viewer: Viewer, step: NextStep & { entryId: string }) => Promise<unknown>

export const allReaders = Object.keys(noteReaders) as NoteReaders[]

/** Notes are internal: athletes are never readers. */
export function isReader({ person, member }: Viewer, { readers, author }: Audience) {
  return (
    member.role !== 'athlete' && (author === person.id || listReadableAudiences(member.permissions).includes(readers))
  )
}

/** For notes of other authors. */
export function listReadableAudiences(permissions: readonly Permission[]) {
  return allReaders.filter(
    (readers) => readers !== 'me' && readersNeed[readers].every((permission) => permissions.includes(permission)),
  )
}

/** The widest audience whose last contact the viewer may know. */
export function widestAudience({ member }: Viewer) {
  return listReadableAudiences(member.permissions).at(-1) as Exclude<NoteReaders, 'me'>
}

/** Entries `t` that the viewer may read or has written. */
function isReadable({ person, member }: Viewer): RawBuilder<boolean> {
  return sql`(t.readers = any(${listReadableAudiences(member.permissions)}::text[]) or t.actor_id = ${person.id})`
}

/** Readable entries of a timeline. */
export function selectEntries(
  { table, contactsTable, recordColumn }: Pick<Log, 'table' | 'contactsTable' | 'recordColumn'>,
  viewer: Viewer,
) {
  return query
    .selectFrom(`${table} as t` as `${Timeline} as t`)
    .leftJoin(publicUsers.as('actor'), (join) =>
      join.onRef('actor.id', '=', 't.actor_id').on('actor.deleted_at', 'is', null),
    )
    .leftJoin(`${contactsTable} as c` as `${Contacts} as c`, (join) =>
      join
        .onRef('c.organization_id', '=', 't.organization_id')
        .onRef('c.id', '=', 't.contact_id')
        // An undone merge gives the contact back to the other record.
        .on(sql<boolean>`${sql.ref(`c.${recordColumn}`)} = ${sql.ref(`t.${recordColumn}`)}`),
    )
    .select(['t.id', 't.at', 't.kind', 't.text', 't.actor_id', 'actor.name as actorName', 't.readers', 't.edited_at'])
    .select([
      't.direction',
      't.with_contact',
      't.contact_id',
      'c.name as contactName',
      't.minutes',
      't.result',
      't.version',
    ])
    .where('t.organization_id', '=', viewer.member.organization)
    .where(isReadable(viewer)) as unknown as Statement<NoteRow>
}

/** The part of an entry that all timelines share. */
export function toNote(row: NoteRow, viewer: Viewer, { seesContacts }: Pick<Log, 'seesContacts'>) {
  const isContactVisible = row.contact_id !== null && seesContacts(viewer)
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor_id && row.actorName ? { id: row.actor_id, name: row.actorName } : null,
    text: row.text,
    direction: row.direction,
    contact: row.with_contact
      ? { id: isContactVisible ? row.contact_id : null, name: isContactVisible ? row.contactName : null }
      : null,
    minutes: row.minutes,
    result: row.result,
    own: row.actor_id === viewer.person.id && isNote(row.kind),
    editedAt: row.edited_at?.toISOString() ?? null,
    version: row.version,
  }
}

export function toLogEntry(row: NoteRow, viewer: Viewer, log: Log): LogEntry {
  return { ...toNote(row, viewer, log), kind: row.kind as LogEntry['kind'], readers: row.readers }
}

/** Adds, changes and removes the notes of a timeline. Only readers of a note get a live update. */
export function createNoteService<Entry>(
  database: Database,
  log: Log,
  /** The entry as callers see it. */
  load: (client: Queryable, viewer: Viewer, record: string, id: string) => Promise<Entry>,
) {
  /** Former readers get the live update, too. A private note must not be noticeable to others. */
  async function announce(client: Queryable, viewer: Viewer, readers: NoteReaders) {
    if (readers !== 'me') await announceTo(client, { readers, author: viewer.person.id })
  }

  async function touch(client: Queryable, viewer: Viewer, record: string, readers: NoteReaders) {
    if (readers !== 'me') await log.touch(client, viewer, record, readers)
  }

  async function requireOwn(client: Queryable, viewer: Viewer, record: string, id: string) {
    const entry = await rowOf(
      client,
      selectEntries(log, viewer).where(`t.${log.recordColumn}`, '=', record).where('t.id', '=', id),
    )
    if (!entry || !isNote(entry.kind)) throw new Refusal('not-found')
    if (entry.actor_id !== viewer.person.id) throw new Refusal('not-yours')
    return { ...entry, kind: entry.kind }
  }

  /** Contacts that the viewer may not see can't be chosen either. */
  async function requireContact(client: Queryable, viewer: Viewer, record: string, contact: string | null | undefined) {
    if (!contact) return
    const found = log.seesContacts(viewer)
      ? await rowOf(
          client,
          query
            .selectFrom(log.contactsTable as Contacts)
            .select('id')
            .where('organization_id', '=', viewer.member.organization)
            .where(log.recordColumn as 'company_id', '=', record)
            .where('id', '=', contact),
        )
      : undefined
    if (!found) throw invalid('contact', 'Choose a contact of this record')
  }

  /** Authors must be among the readers they choose. */
  function requireReader({ member }: Viewer, readers: NoteReaders) {
    const isOffered =
      log.audiences.includes(readers) &&
      readersNeed[readers].every((permission) => member.permissions.includes(permission))
    if (!isOffered) throw invalid('readers', 'Choose a group that includes you')
  }

  const updateEntry = ({ member }: Viewer, id: string) =>
    query
      .updateTable(log.table as Timeline)
      .where('organization_id', '=', member.organization)
      .where('id', '=', id)

  return {
    /** `also` runs in the same transaction, with the entry. */
    add(
      viewer: Viewer,
      record: string,
      note: NewNote,
      also?: (client: Queryable, entry: string) => Promise<unknown>,
    ): Promise<Entry> {
      const { kind, contact = null } = note
      const readers = note.readers ?? usualReaders(viewer.member.permissions, kind)
      requireReader(viewer, readers)
      return inTransaction(database, async (client) => {
        await log.lock(client, viewer, record)
        await requireContact(client, viewer, record, contact)
        await announce(client, viewer, readers)
        const { id } = await oneRowOf(
          client,
          query
            .insertInto(log.table as Timeline)
            .values({
              organization_id: viewer.member.organization,
              id: newId(),
              [log.recordColumn as 'company_id']: record,
              actor_id: viewer.person.id,
              kind,
              text: note.text || null,
              readers: readers as 'deals',
              ...(note.at !== undefined && { at: note.at }),
              direction: note.direction ?? null,
              with_contact: contact !== null,
              contact_id: contact,
              minutes: note.minutes ?? null,
              result: note.result ?? null,
            } as never)
            .returning('id'),
        )
        await touch(client, viewer, record, readers)
        if (also) {
          await announceTo(client, undefined)
          await also(client, id)
        }
        return load(client, viewer, record, id)
      })
    },

    change(viewer: Viewer, record: string, id: string, { version, changes }: NoteChange): Promise<Entry> {
      const { readers, contact, ...facts } = changes
      if (readers) requireReader(viewer, readers)
      return inTransaction(database, async (client) => {
        await log.lock(client, viewer, record)
        const before = await requireOwn(client, viewer, record, id)
        if (before.version !== version)
          throw new Refusal('changed-meanwhile', { present: await load(client, viewer, record, id) })
        const { kind, text, direction, contact_id, minutes, result } = before
        const errors = findMisfits({
          ...{ text: text ?? '', direction, contact: contact_id, minutes, result },
          ...changes,
          kind: changes.kind ?? kind,
        })
        if (errors.length > 0) throw new Refusal('invalid-fields', { errors })
        if (readers && allReaders.indexOf(readers) < allReaders.indexOf(before.readers))
          throw invalid('readers', 'You can only narrow who sees a note. Write a new note instead')
        await requireContact(client, viewer, record, contact)
        await announce(client, viewer, before.readers)
        const isEdited = contact !== undefined || Object.keys(facts).length > 0
        const isNowPlain = changes.kind === 'note'
        await run(
          client,
          updateEntry(viewer, id).set({
            ...(facts as object),
            ...(facts.text !== undefined && { text: facts.text || null }),
            ...(readers && { readers: readers as 'deals' }),
            ...((contact !== undefined || isNowPlain) && {
              contact_id: contact ?? null,
              with_contact: Boolean(contact),
            }),
            ...(isEdited && { edited_at: sql<Date>`now()` }),
            version: sql<number>`version + 1`,
          }),
        )
        await touch(client, viewer, record, before.readers)
        return load(client, viewer, record, id)
      })
    },

    remove(viewer: Viewer, record: string, id: string): Promise<void> {
      return inTransaction(database, async (client) => {
        await log.lock(client, viewer, record)
        const { readers } = await requireOwn(client, viewer, record, id)
        await announce(client, viewer, readers)
        await run(
          client,
          query
            .deleteFrom(log.table as Timeline)
            .where('organization_id', '=', viewer.member.organization)
            .where('id', '=', id),
        )
        await touch(client, viewer, record, readers)
      })
    },
  }
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}

/** Rows of the list that had no contact for so many days; private entries don't count. */
export function hasContactGap(column: string, gap: string): RawBuilder<boolean> {
  if (gap === 'never') return sql`${sql.ref(column)} = '-infinity'`
  return sql`${sql.ref(column)} < now() - make_interval(days => ${Number(gap)})`
}

/** Rows of the list whose last contact was on these days. Without a first day, rows that were never contacted match. */
export function wasContacted(organization: string, column: string, days: Range<string>): RawBuilder<boolean>[] {
  const { first, last } = wholeDays(days)
  return [
    ...(first ? [sql<boolean>`${sql.ref(column)} >= ${startOfDay(organization, first)}`] : []),
    ...(last ? [sql<boolean>`${sql.ref(column)} < ${startOfDay(organization, addDays(last, 1))}`] : []),
  ]
}

/** Null instead of '-infinity'. */
export const contactOrNull = (column: string) => sql<Date | null>`nullif(${sql.ref(column)}, '-infinity')`
