import { demoDateError } from '@sherpa/contracts/demo-request'
import { mayBecome, type VisitorExport, type VisitorRequest } from '@sherpa/contracts/desk'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { calendarInviteOf, type DemoMailRequest } from './demo-mail.ts'
import { queueDeskMail } from './desk-mail.ts'
import { listHistory, listMails } from './desk-request.ts'
import { eraseRequests, lockRequestsByEmail } from './erase-requests.ts'
import { type LockedRequest, lockRequest, moveRequest } from './move-request.ts'
import { computeDeadline } from './response-deadline.ts'
import { findRequestByLink } from './visitor-links.ts'

const visitorActor = { by: 'visitor' } as const

/** Each proposal sends two mails, so unanswered ones are limited. */
const MAX_PROPOSALS = 5

type Parts = {
  database: Database
  clock: () => Date
  companyTimeZone: string
  /** Organizer address of calendar events. */
  organizer: string
  requestForMail: (id: string) => Promise<DemoMailRequest | undefined>
  forgetMail: (messageIds: string[]) => Promise<void>
}

/** Visitor actions through the mailed link. Export and erasure cover all requests of the same email address. */
export function createVisitorService({
  database,
  clock,
  companyTimeZone,
  organizer,
  requestForMail,
  forgetMail,
}: Parts) {
  const change = (token: string, work: (client: Queryable, request: LockedRequest, now: Date) => Promise<void>) =>
    inTransaction(database, async (client) => {
      const id = await findRequestByLink(client, token)
      const request = await lockRequest(client, id)
      if (request.erased_at) throw new Refusal('data-erased')
      await work(client, request, clock())
      return describeRequest(client, id)
    })

  return {
    async find(token: string): Promise<VisitorRequest> {
      return describeRequest(database, await findRequestByLink(database, token))
    },

    propose: (token: string, time: string) =>
      change(token, async (client, request, now) => {
        const proposed = new Date(time)
        const dateError = demoDateError(proposed, now)
        if (dateError) throw new Refusal('invalid-fields', { errors: [{ field: 'startsAt', message: dateError }] })
        // Double submit.
        if (request.state === 'rescheduled' && request.preferred_at.getTime() === proposed.getTime()) return
        if ((await countUnansweredProposals(client, request)) >= MAX_PROPOSALS) throw new Refusal('too-many-proposals')
        // An unanswered request keeps its deadline; an answered one gets a new deadline.
        const deadline = request.answered_at && {
          asked_at: now,
          due_at: computeDeadline(now, companyTimeZone),
          answered_at: null,
          warned_at: null,
        }
        await moveRequest(client, request, {
          event: 'proposed',
          to: 'rescheduled',
          actor: visitorActor,
          now,
          demoAt: proposed,
          set: {
            ...deadline,
            preferred_at: proposed,
            starts_at: null,
            ends_at: null,
            calendar_sequence: request.calendar_sequence + 1,
          },
        })
        await queueDeskMail(client, 'demo-proposed', request.id)
        await queueDeskMail(client, 'demo-changed-by-visitor', request.id)
      }),

    cancel: (token: string) =>
      change(token, async (client, request, now) => {
        if (request.state === 'canceled') return
        await moveRequest(client, request, {
          event: 'canceled',
          to: 'canceled',
          actor: visitorActor,
          now,
          set: { calendar_sequence: request.calendar_sequence + 1 },
        })
        await queueDeskMail(client, 'demo-canceled', request.id)
        await queueDeskMail(client, 'demo-changed-by-visitor', request.id)
      }),

    async calendar(token: string) {
      const request = await requestForMail(await findRequestByLink(database, token))
      if (!request) throw new Refusal('data-erased')
      return calendarInviteOf(request, organizer, clock())
    },

    export: (token: string): Promise<VisitorExport> =>
      inTransaction(database, async (client) => {
        const { email } = await lockRequest(client, await findRequestByLink(client, token))
        const requests: VisitorExport['requests'] = []
        for (const request of await lockRequestsByEmail(client, email))
          requests.push(await exportRequest(client, request))
        return { exportedAt: clock().toISOString(), requests }
      }),

    async erase(token: string) {
      const mails = await inTransaction(database, async (client) => {
        const id = await findRequestByLink(client, token)
        const found = await rowOf(client, query.selectFrom('demo_requests').select('email').where('id', '=', id))
        return eraseRequests(client, await lockRequestsByEmail(client, found?.email ?? ''), visitorActor, clock())
      })
      await forgetMail(mails)
    },
  }
}
export type Visitors = ReturnType<typeof createVisitorService>

async function countUnansweredProposals(client: Queryable, { id }: LockedRequest) {
  const { count } = await oneRowOf(
    client,
    query
      .selectFrom('demo_history as h')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('h.request_id', '=', id)
      .where('h.event', '=', 'proposed')
      .where('h.done_by', '=', 'visitor')
      .where(
        sql<boolean>`not exists (select from demo_history answer where answer.request_id = h.request_id
          and answer.done_by = 'staff' and answer.id > h.id)`,
      ),
  )
  return count
}

async function describeRequest(client: Queryable, id: string): Promise<VisitorRequest> {
  const row = await rowOf(
    client,
    query
      .selectFrom('demo_requests as r')
      .leftJoin(publicUsers.as('a'), (join) => join.onRef('a.id', '=', 'r.assignee_id').on('a.deleted_at', 'is', null))
      .select((eb) => [
        'r.reference',
        'r.full_name as name',
        'r.state',
        eb.ref('r.demo_at').$notNull().as('demoAt'),
        'r.time_zone as timeZone',
        'r.offset_minutes as offsetMinutes',
        'r.length_minutes as lengthMinutes',
        'r.meeting_link as meetingLink',
        'a.name as host',
        'r.created_at as createdAt',
        'r.due_at as dueAt',
        'r.answered_at as answeredAt',
      ])
      .where('r.id', '=', id),
  )
  if (!row) throw new Refusal('not-found')
  const { dueAt, answeredAt, ...request } = row
  const mayPropose = mayBecome(request.state, 'rescheduled')
  const isConfirmed = request.state === 'confirmed'
  return {
    ...request,
    demoAt: request.demoAt.toISOString(),
    createdAt: request.createdAt.toISOString(),
    meetingLink: isConfirmed ? request.meetingLink : null,
    host: isConfirmed ? request.host : null,
    answerBy: mayPropose && !isConfirmed && !answeredAt ? dueAt.toISOString() : null,
    mayPropose,
    mayCancel: mayBecome(request.state, 'canceled'),
  }
}

async function exportRequest(client: Queryable, request: LockedRequest): Promise<VisitorExport['requests'][number]> {
  const created = { id: request.id, createdAt: request.created_at, quarantineReason: request.quarantine_reason }
  const history = await listHistory(client, created)
  const mails = await listMails(client, request)
  return {
    reference: request.reference,
    name: request.full_name,
    email: request.email,
    phone: request.phone,
    company: request.company,
    additionalInfo: request.additional_info,
    state: request.state,
    createdAt: request.created_at.toISOString(),
    preferredAt: request.preferred_at.toISOString(),
    demoAt: (request.starts_at ?? request.preferred_at).toISOString(),
    timeZone: request.time_zone,
    offsetMinutes: request.offset_minutes,
    lengthMinutes: request.length_minutes,
    meetingLink: request.meeting_link,
    history,
    mails: mails.filter((mail) => mail.toVisitor),
  }
}
