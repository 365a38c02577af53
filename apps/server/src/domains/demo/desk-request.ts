import {
  type DemoState,
  type DeskEvent,
  type DeskHappening,
  type DeskRequest,
  nextStates,
} from '@sherpa/contracts/desk'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { publicMail } from '../../mail/mail-queue.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { deskRows, toDeskRow } from './desk-list.ts'
import { describeMail, isValidIn } from './desk-mail.ts'

const MAX_EARLIER = 20
const DAY_MS = 24 * 60 * 60_000

type Settings = { companyTimeZone: string; retentionDays: number }

export async function loadRequest(database: Queryable, id: string, settings: Settings): Promise<DeskRequest> {
  const row = await rowOf(
    database,
    deskRows()
      .select([
        'r.phone',
        'r.additional_info as additionalInfo',
        'r.quarantine_reason as quarantineReason',
        'r.preferred_at as preferredAt',
        'r.meeting_link as meetingLink',
      ])
      .where('r.id', '=', id),
  )
  if (!row) throw new Refusal('not-found')
  const { createdAt, quarantineReason, preferredAt } = row
  const [history, mails, notes, earlier] = await Promise.all([
    listHistory(database, { id, createdAt, quarantineReason }),
    listMails(database, row),
    listNotes(database, id),
    listEarlier(database, row),
  ])
  return {
    ...toDeskRow(row),
    preferredAt: preferredAt.toISOString(),
    next: [...nextStates[row.state]],
    history,
    mails,
    notes,
    earlier,
    companyTimeZone: settings.companyTimeZone,
    erasedOn: new Date(createdAt.getTime() + settings.retentionDays * DAY_MS).toISOString(),
  }
}

type Created = { id: string; createdAt: Date; quarantineReason: string | null }

/** Newest first, ending with the creation. */
export async function listHistory(
  database: Queryable,
  { id, createdAt, quarantineReason }: Created,
): Promise<DeskEvent[]> {
  const personColumn = (alias: string) =>
    sql<DeskEvent['colleague']>`case when ${sql.ref(`${alias}.id`)} is not null
      then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`
  const events = await rowsOf(
    database,
    query
      .selectFrom('demo_history as h')
      .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'h.actor_id').on('u.deleted_at', 'is', null))
      .leftJoin(publicUsers.as('a'), (join) => join.onRef('a.id', '=', 'h.assignee_id').on('a.deleted_at', 'is', null))
      .select([
        'h.at',
        'h.event',
        'h.done_by as by',
        personColumn('u').as('colleague'),
        'h.from_state as from',
        'h.to_state as to',
        'h.demo_at as demoAt',
        personColumn('a').as('assignee'),
      ])
      .where('h.request_id', '=', id)
      .orderBy('h.id', 'desc')
      // Only moveRequest writes both.
      .$narrowType<{ event: DeskHappening; from: DemoState; to: DemoState }>(),
  )
  return [
    ...events.map((event) => ({
      ...event,
      at: event.at.toISOString(),
      demoAt: event.demoAt?.toISOString() ?? null,
    })),
    {
      at: createdAt.toISOString(),
      event: 'created',
      by: 'visitor',
      colleague: null,
      from: null,
      to: quarantineReason === null ? 'requested' : 'quarantined',
      demoAt: null,
      assignee: null,
    },
  ]
}

export async function listMails(
  database: Queryable,
  { id, state }: { id: string; state: DemoState },
): Promise<DeskRequest['mails']> {
  const mails = await rowsOf(
    database,
    query
      .selectFrom(publicMail.as('m'))
      .select(['id', 'kind', 'status as state', 'queued_at', 'sent_at', 'attempts', 'reason'])
      .where('demo_request_id', '=', id)
      .orderBy('queued_at', 'desc')
      .orderBy('id', 'desc'),
  )
  return mails.map(({ kind, queued_at, sent_at, ...mail }) => ({
    ...mail,
    ...describeMail(kind),
    queuedAt: queued_at.toISOString(),
    sentAt: sent_at?.toISOString() ?? null,
    mayResend: isValidIn(kind, state),
  }))
}

async function listNotes(database: Queryable, id: string): Promise<DeskRequest['notes']> {
  const notes = await rowsOf(
    database,
    query
      .selectFrom('demo_notes as n')
      .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'n.author_id').on('u.deleted_at', 'is', null))
      .select([
        'n.id',
        'n.at',
        'n.text',
        sql<DeskRequest['notes'][number]['author']>`case when u.id is not null
          then json_build_object('id', u.id, 'name', u.name) end`.as('author'),
      ])
      .where('n.request_id', '=', id)
      .orderBy('n.at', 'desc')
      .orderBy('n.id'),
  )
  return notes.map((note) => ({ ...note, at: note.at.toISOString() }))
}

/** Two queries, each with its own index. */
async function listEarlier(database: Queryable, row: { id: string; email: string; company: string | null }) {
  const { id, email, company } = row
  const others = deskRows().where('r.id', '<>', id).orderBy('r.created_at', 'desc').limit(MAX_EARLIER)
  const [ofPerson, ofCompany] = await Promise.all([
    email === '' ? [] : rowsOf(database, others.where(sql<boolean>`lower(r.email) = lower(${email})`)),
    company ? rowsOf(database, others.where(sql<boolean>`fold(r.company) = fold(${company})`)) : [],
  ])
  const all = new Map([...ofPerson, ...ofCompany].map((one) => [one.id, one]))
  return [...all.values()]
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, MAX_EARLIER)
    .map(toDeskRow)
}
