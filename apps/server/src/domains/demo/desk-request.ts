import {
  type DemoState,
  type DeskEvent,
  type DeskHappening,
  type DeskRequest,
  nextStates,
} from '@sherpa/contracts/desk'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { mailFacts } from '../../mail/mail-queue.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { deskRowOf, deskRows } from './desk-list.ts'
import { describeMail, isTrueWhile } from './desk-mail.ts'

const MOST_EARLIER = 20
const DAY_MS = 24 * 60 * 60_000

type Settings = { companyTimeZone: string; retentionDays: number }

/** Everything about a request, for our staff. */
export async function wholeRequest(database: Queryable, id: string, settings: Settings): Promise<DeskRequest> {
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
    historyOf(database, { id, createdAt, quarantineReason }),
    mailsOf(database, row),
    notesOf(database, id),
    earlierThan(database, row),
  ])
  return {
    ...deskRowOf(row),
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

/** The newest first; the oldest is that it came in. */
export async function historyOf(
  database: Queryable,
  { id, createdAt, quarantineReason }: Created,
): Promise<DeskEvent[]> {
  const someone = (alias: string) =>
    sql<DeskEvent['colleague']>`case when ${sql.ref(`${alias}.id`)} is not null
      then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`
  const events = await rowsOf(
    database,
    query
      .selectFrom('demo_history as h')
      .leftJoin(userFacts.as('u'), (join) => join.onRef('u.id', '=', 'h.actor_id').on('u.deleted_at', 'is', null))
      .leftJoin(userFacts.as('a'), (join) => join.onRef('a.id', '=', 'h.assignee_id').on('a.deleted_at', 'is', null))
      .select([
        'h.at',
        'h.event',
        'h.done_by as by',
        someone('u').as('colleague'),
        'h.from_state as from',
        'h.to_state as to',
        'h.demo_at as demoAt',
        someone('a').as('assignee'),
      ])
      .where('h.request_id', '=', id)
      .orderBy('h.id', 'desc')
      // Both are written by moveRequest alone.
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

export async function mailsOf(
  database: Queryable,
  { id, state }: { id: string; state: DemoState },
): Promise<DeskRequest['mails']> {
  const mails = await rowsOf(
    database,
    query
      .selectFrom(mailFacts.as('m'))
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
    mayResend: isTrueWhile(kind, state),
  }))
}

export async function notesOf(database: Queryable, id: string): Promise<DeskRequest['notes']> {
  const notes = await rowsOf(
    database,
    query
      .selectFrom('demo_notes as n')
      .leftJoin(userFacts.as('u'), (join) => join.onRef('u.id', '=', 'n.author_id').on('u.deleted_at', 'is', null))
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

/** Two statements: each follows its own index. */
async function earlierThan(database: Queryable, row: { id: string; email: string; company: string | null }) {
  const { id, email, company } = row
  const others = deskRows().where('r.id', '<>', id).orderBy('r.created_at', 'desc').limit(MOST_EARLIER)
  const [ofPerson, ofCompany] = await Promise.all([
    email === '' ? [] : rowsOf(database, others.where(sql<boolean>`lower(r.email) = lower(${email})`)),
    company ? rowsOf(database, others.where(sql<boolean>`fold(r.company) = fold(${company})`)) : [],
  ])
  const all = new Map([...ofPerson, ...ofCompany].map((one) => [one.id, one]))
  return [...all.values()]
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, MOST_EARLIER)
    .map(deskRowOf)
}
