import { demoDateError } from '@sherpa/contracts/demo-request'
import {
  assignableStates,
  type DemoConfirmation,
  type DemoMove,
  type DemoState,
  type DeskRow,
  waitingStates,
} from '@sherpa/contracts/desk'
import { Refusal } from '@sherpa/contracts/problem'
import { mailFacts, sendNow } from '../../mail/mail-queue.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { lockTurns, nextInTurn, noteTurn, requireColleague } from './desk-colleagues.ts'
import { findDeskRow } from './desk-list.ts'
import { isTrueWhile, queueDeskMail, queueDeskMailAgain } from './desk-mail.ts'
import {
  type LockedRequest,
  lockRequest,
  lockSeenRequest,
  moveRequest,
  noteHistory,
  notPossible,
  updateRequest,
} from './move-request.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** PostgreSQL's code for what an exclusion constraint refuses. */
const EXCLUDED = '23P01'

type Parts = { database: Database; clock: () => Date }
type Staff = { id: string }

/** What our staff does with a request. Each names the version that it saw, and answers with the request as it is then. */
export function answeringRequests({ database, clock }: Parts) {
  async function change(
    id: string,
    version: number,
    work: (client: Queryable, request: LockedRequest, now: Date) => Promise<void>,
  ): Promise<DeskRow> {
    try {
      return await inTransaction(database, async (client) => {
        await work(client, await lockSeenRequest(client, id, version), clock())
        return presentRow(client, id)
      })
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (code === EXCLUDED && constraint === 'one_demo_at_a_time') throw new Refusal('colleague-busy')
      throw error
    }
  }

  const simpleMove =
    (to: DemoState, event: 'held' | 'no-show' | 'rejected') => (staff: Staff, id: string, version: number) =>
      change(id, version, async (client, request, now) => {
        if (to !== 'rejected' && request.state === 'confirmed' && request.starts_at && request.starts_at > now) {
          throw new Refusal('demo-not-begun')
        }
        await moveRequest(client, request, { event, to, doer: doerOf(staff), now })
      })

  return {
    confirm: (staff: Staff, id: string, { version, assignee, message, ...body }: DemoConfirmation) =>
      change(id, version, async (client, request, now) => {
        requireState(request, waitingStates)
        const startsAt = body.startsAt ? new Date(body.startsAt) : request.preferred_at
        await place(client, request, { ...body, staff, now, event: 'confirmed', startsAt, assignee })
        await queueDeskMail(client, 'demo-confirmed', id, { message, sequence: request.calendar_sequence + 1 })
      }),

    reschedule: (staff: Staff, id: string, { version, message, ...body }: DemoMove) =>
      change(id, version, async (client, request, now) => {
        requireState(request, ['confirmed'])
        const { assignee = request.assignee_id ?? '', lengthMinutes = request.length_minutes } = body
        const meetingLink = body.meetingLink ?? request.meeting_link ?? ''
        const startsAt = new Date(body.startsAt)
        await place(client, request, { staff, now, event: 'moved', startsAt, assignee, lengthMinutes, meetingLink })
        await queueDeskMail(client, 'demo-moved', id, { message, sequence: request.calendar_sequence + 1 })
      }),

    cancel: (staff: Staff, id: string, { version, message }: { version: number; message?: string | undefined }) =>
      change(id, version, async (client, request, now) => {
        await moveRequest(client, request, {
          event: 'canceled',
          to: 'canceled',
          doer: doerOf(staff),
          now,
          answers: true,
          set: { calendar_sequence: request.calendar_sequence + 1 },
        })
        await queueDeskMail(client, 'demo-canceled', id, { message })
      }),

    markHeld: simpleMove('held', 'held'),
    markNoShow: simpleMove('no-show', 'no-show'),
    reject: simpleMove('rejected', 'rejected'),

    release: (staff: Staff, id: string, version: number) =>
      change(id, version, async (client, request, now) => {
        await moveRequest(client, request, { event: 'released', to: 'requested', doer: doerOf(staff), now })
        await queueDeskMail(client, 'confirmation', id)
      }),

    assign: (staff: Staff, id: string, version: number, assignee: string | null) =>
      change(id, version, async (client, request, now) => {
        requireState(request, assignableStates)
        if (assignee) await requireColleague(client, assignee, 'assignee')
        await updateRequest(client, request, { assignee_id: assignee })
        const doer = doerOf(staff)
        await noteHistory(client, request, { event: 'assigned', to: request.state, doer, now, assignee })
      }),

    addNote: (staff: Staff, id: string, text: string) =>
      inTransaction(database, async (client) => {
        requireNotErased(await lockRequest(client, id))
        await run(
          client,
          query.insertInto('demo_notes').values({ request_id: id, at: clock(), author_id: staff.id, text }),
        )
      }),

    /** One that still waits goes out at once; any other is sent again, as it would be written today. */
    resend: (id: string, mail: string) =>
      inTransaction(database, async (client) => {
        const request = await lockRequest(client, id)
        requireNotErased(request)
        const known = await rowOf(
          client,
          query
            .selectFrom(mailFacts.as('m'))
            .select(['kind', 'status', 'details'])
            .where('demo_request_id', '=', id)
            .where('id', '=', mail),
        )
        if (!known) throw new Refusal('not-found')
        if (!isTrueWhile(known.kind, request.state)) throw new Refusal('mail-outdated')
        if (known.status !== 'queued') return queueDeskMailAgain(client, known.kind, id, known.details)
        await sendNow(client, mail)
      }),
  }
}
export type AnsweringRequests = ReturnType<typeof answeringRequests>

type Placed = {
  staff: Staff
  now: Date
  event: 'confirmed' | 'moved'
  startsAt: Date
  lengthMinutes: number
  meetingLink: string
  /** A colleague, or whoever's turn it is. */
  assignee: string
}

/** Gives a demo its time and its colleague. That the colleague has no other one then is for the database to say. */
async function place(client: Queryable, request: LockedRequest, placed: Placed) {
  const { staff, now, event, startsAt, lengthMinutes, meetingLink } = placed
  const wrong = demoDateError(startsAt, now)
  if (wrong) throw new Refusal('invalid-fields', { errors: [{ field: 'startsAt', message: wrong }] })
  const endsAt = new Date(startsAt.getTime() + lengthMinutes * MINUTE_MS)
  await lockTurns(client)
  const inTurn = placed.assignee === 'in-turn'
  const assignee = inTurn ? await nextInTurn(client, startsAt, endsAt) : placed.assignee
  if (!inTurn) await requireColleague(client, assignee, 'assignee')
  const ahead = startsAt.getTime() - now.getTime()
  await moveRequest(client, request, {
    event,
    to: 'confirmed',
    doer: doerOf(staff),
    now,
    answers: true,
    demoAt: startsAt,
    assignee,
    set: {
      starts_at: startsAt,
      ends_at: endsAt,
      length_minutes: lengthMinutes,
      meeting_link: meetingLink,
      assignee_id: assignee,
      calendar_sequence: request.calendar_sequence + 1,
      // Whoever is told of the time so late needs no reminder of it.
      day_reminder_at: ahead <= 24 * HOUR_MS ? now : null,
      hour_reminder_at: ahead <= HOUR_MS ? now : null,
    },
  })
  if (assignee !== request.assignee_id || event === 'confirmed') await noteTurn(client, assignee)
}

const doerOf = ({ id }: Staff) => ({ by: 'staff', colleague: id }) as const

function requireState(request: LockedRequest, states: readonly DemoState[]) {
  if (!states.includes(request.state)) throw notPossible(request)
}

function requireNotErased(request: LockedRequest) {
  if (request.erased_at) throw notPossible(request)
}

async function presentRow(client: Queryable, id: string): Promise<DeskRow> {
  const row = await findDeskRow(client, id)
  if (!row) throw new Error('A request that was changed is not there.')
  return row
}
