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
import { publicMail, sendNow } from '../../mail/mail-queue.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { findNextAssignee, lockAssignments, recordAssignment, requireColleague } from './desk-colleagues.ts'
import { findDeskRow } from './desk-list.ts'
import { isValidIn, queueDeskMail, queueDeskMailAgain } from './desk-mail.ts'
import {
  createMoveRefusal,
  insertHistory,
  type LockedRequest,
  lockRequest,
  lockRequestVersion,
  moveRequest,
  updateRequest,
} from './move-request.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** PostgreSQL's exclusion_violation. */
const EXCLUSION_VIOLATION = '23P01'

type Parts = { database: Database; clock: () => Date }
type Staff = { id: string }

/** Staff actions on a request. Each takes the version seen (optimistic locking) and returns the new state. */
export function createRequestAnswerService({ database, clock }: Parts) {
  async function change(
    id: string,
    version: number,
    work: (client: Queryable, request: LockedRequest, now: Date) => Promise<void>,
  ): Promise<DeskRow> {
    try {
      return await inTransaction(database, async (client) => {
        await work(client, await lockRequestVersion(client, id, version), clock())
        return loadRow(client, id)
      })
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (code === EXCLUSION_VIOLATION && constraint === 'one_demo_at_a_time') throw new Refusal('colleague-busy')
      throw error
    }
  }

  const createMove =
    (to: DemoState, event: 'held' | 'no-show' | 'rejected') => (staff: Staff, id: string, version: number) =>
      change(id, version, async (client, request, now) => {
        if (to !== 'rejected' && request.state === 'confirmed' && request.starts_at && request.starts_at > now) {
          throw new Refusal('demo-not-begun')
        }
        await moveRequest(client, request, { event, to, actor: toActor(staff), now })
      })

  return {
    confirm: (staff: Staff, id: string, { version, assignee, message, ...body }: DemoConfirmation) =>
      change(id, version, async (client, request, now) => {
        requireState(request, waitingStates)
        const startsAt = body.startsAt ? new Date(body.startsAt) : request.preferred_at
        await setAppointment(client, request, { ...body, staff, now, event: 'confirmed', startsAt, assignee })
        await queueDeskMail(client, 'demo-confirmed', id, { message, sequence: request.calendar_sequence + 1 })
      }),

    reschedule: (staff: Staff, id: string, { version, message, ...body }: DemoMove) =>
      change(id, version, async (client, request, now) => {
        requireState(request, ['confirmed'])
        const { assignee = request.assignee_id ?? '', lengthMinutes = request.length_minutes } = body
        const meetingLink = body.meetingLink ?? request.meeting_link ?? ''
        const startsAt = new Date(body.startsAt)
        await setAppointment(client, request, {
          staff,
          now,
          event: 'moved',
          startsAt,
          assignee,
          lengthMinutes,
          meetingLink,
        })
        await queueDeskMail(client, 'demo-moved', id, { message, sequence: request.calendar_sequence + 1 })
      }),

    cancel: (staff: Staff, id: string, { version, message }: { version: number; message?: string | undefined }) =>
      change(id, version, async (client, request, now) => {
        await moveRequest(client, request, {
          event: 'canceled',
          to: 'canceled',
          actor: toActor(staff),
          now,
          answers: true,
          set: { calendar_sequence: request.calendar_sequence + 1 },
        })
        await queueDeskMail(client, 'demo-canceled', id, { message })
      }),

    markHeld: createMove('held', 'held'),
    markNoShow: createMove('no-show', 'no-show'),
    reject: createMove('rejected', 'rejected'),

    release: (staff: Staff, id: string, version: number) =>
      change(id, version, async (client, request, now) => {
        await moveRequest(client, request, { event: 'released', to: 'requested', actor: toActor(staff), now })
        await queueDeskMail(client, 'confirmation', id)
      }),

    assign: (staff: Staff, id: string, version: number, assignee: string | null) =>
      change(id, version, async (client, request, now) => {
        requireState(request, assignableStates)
        if (assignee) await requireColleague(client, assignee, 'assignee')
        await updateRequest(client, request, { assignee_id: assignee })
        const actor = toActor(staff)
        await insertHistory(client, request, { event: 'assigned', to: request.state, actor, now, assignee })
      }),

    addNote: (staff: Staff, id: string, text: string) =>
      inTransaction(database, async (client) => {
        requireNotErased(await lockRequest(client, id))
        await run(
          client,
          query.insertInto('demo_notes').values({ request_id: id, at: clock(), author_id: staff.id, text }),
        )
      }),

    /** Sends queued mail immediately; other mail is composed and queued again. */
    resend: (id: string, mail: string) =>
      inTransaction(database, async (client) => {
        const request = await lockRequest(client, id)
        requireNotErased(request)
        const found = await rowOf(
          client,
          query
            .selectFrom(publicMail.as('m'))
            .select(['kind', 'status', 'details'])
            .where('demo_request_id', '=', id)
            .where('id', '=', mail),
        )
        if (!found) throw new Refusal('not-found')
        if (!isValidIn(found.kind, request.state)) throw new Refusal('mail-outdated')
        if (found.status !== 'queued') return queueDeskMailAgain(client, found.kind, id, found.details)
        await sendNow(client, mail)
      }),
  }
}
export type RequestAnswers = ReturnType<typeof createRequestAnswerService>

type Appointment = {
  staff: Staff
  now: Date
  event: 'confirmed' | 'moved'
  startsAt: Date
  lengthMinutes: number
  meetingLink: string
  /** A colleague's id, or "in-turn" for round robin. */
  assignee: string
}

/** Sets time and assignee. An exclusion constraint prevents double booking. */
async function setAppointment(client: Queryable, request: LockedRequest, appointment: Appointment) {
  const { staff, now, event, startsAt, lengthMinutes, meetingLink } = appointment
  const dateError = demoDateError(startsAt, now)
  if (dateError) throw new Refusal('invalid-fields', { errors: [{ field: 'startsAt', message: dateError }] })
  const endsAt = new Date(startsAt.getTime() + lengthMinutes * MINUTE_MS)
  await lockAssignments(client)
  const isRoundRobin = appointment.assignee === 'in-turn'
  const assignee = isRoundRobin ? await findNextAssignee(client, startsAt, endsAt) : appointment.assignee
  if (!isRoundRobin) await requireColleague(client, assignee, 'assignee')
  const leadTimeMs = startsAt.getTime() - now.getTime()
  await moveRequest(client, request, {
    event,
    to: 'confirmed',
    actor: toActor(staff),
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
      // A confirmation this late replaces the reminder.
      day_reminder_at: leadTimeMs <= 24 * HOUR_MS ? now : null,
      hour_reminder_at: leadTimeMs <= HOUR_MS ? now : null,
    },
  })
  if (assignee !== request.assignee_id || event === 'confirmed') await recordAssignment(client, assignee)
}

const toActor = ({ id }: Staff) => ({ by: 'staff', colleague: id }) as const

function requireState(request: LockedRequest, states: readonly DemoState[]) {
  if (!states.includes(request.state)) throw createMoveRefusal(request)
}

function requireNotErased(request: LockedRequest) {
  if (request.erased_at) throw createMoveRefusal(request)
}

async function loadRow(client: Queryable, id: string): Promise<DeskRow> {
  const row = await findDeskRow(client, id)
  if (!row) throw new Error('A request that was changed is not there.')
  return row
}
