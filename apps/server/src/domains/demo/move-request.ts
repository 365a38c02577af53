import { type DemoState, type DeskHappening, mayBecome } from '@sherpa/contracts/desk'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { findDeskRow } from './desk-list.ts'

/** Until the end of the transaction nobody else changes it. */
export async function lockRequest(client: Queryable, id: string) {
  const request = await rowOf(client, query.selectFrom('demo_requests').selectAll().where('id', '=', id).forUpdate())
  if (!request) throw new Refusal('not-found')
  return request
}
export type LockedRequest = Awaited<ReturnType<typeof lockRequest>>

/** For a colleague, who saw a version of it: if that is no longer the present one, they look again first. */
export async function lockSeenRequest(client: Queryable, id: string, version: number) {
  const request = await lockRequest(client, id)
  if (request.version !== version) throw new Refusal('changed-meanwhile', { present: await findDeskRow(client, id) })
  return request
}

export type Doer = { by: 'staff'; colleague: string } | { by: 'visitor' | 'system' }

type Move = {
  event: DeskHappening
  to: DemoState
  doer: Doer
  now: Date
  /** The visitor waited for this: what they get is our answer. */
  answers?: boolean
  /** What else becomes of the request. */
  set?: Record<string, unknown>
  /** For the record: the time and the colleague that it was given. */
  demoAt?: Date
  assignee?: string | null
}

const whyNot: Record<DemoState, string> = {
  requested: 'this request still waits for an answer',
  rescheduled: 'the visitor has proposed another time and waits for an answer',
  confirmed: 'this demo is confirmed',
  held: 'this demo was held',
  'no-show': 'the visitor did not come to this demo',
  canceled: 'this demo is canceled',
  quarantined: 'this request is quarantined',
  rejected: 'this request was rejected',
}

/** Says what stands in the way. */
export function notPossible({ state, erased_at }: Pick<LockedRequest, 'state' | 'erased_at'>) {
  const reason = erased_at ? 'the visitor’s data was erased' : whyNot[state]
  return new Refusal('move-not-possible', { detail: `This is not possible: ${reason}` })
}

/** The one way from one state to another: refused where the table does not name it, and put on record. */
export async function moveRequest(client: Queryable, request: LockedRequest, move: Move) {
  if (!mayBecome(request.state, move.to)) throw notPossible(request)
  const answered = move.answers && request.answered_at === null
  await updateRequest(client, request, {
    ...move.set,
    state: move.to,
    ...(answered && { answered_at: move.now }),
  })
  await noteHistory(client, request, move, answered ? { asked_at: request.asked_at, due_at: request.due_at } : {})
}

export async function updateRequest(client: Queryable, { id }: { id: string }, set: Record<string, unknown>) {
  await run(
    client,
    query
      .updateTable('demo_requests')
      .set({ ...set, version: sql<number>`version + 1` })
      .where('id', '=', id),
  )
}

export async function noteHistory(
  client: Queryable,
  { id, state }: Pick<LockedRequest, 'id' | 'state'>,
  { event, to, doer, now, demoAt, assignee }: Omit<Move, 'answers' | 'set'>,
  promise: { asked_at?: Date; due_at?: Date } = {},
) {
  await run(
    client,
    query.insertInto('demo_history').values({
      request_id: id,
      at: now,
      event,
      done_by: doer.by,
      actor_id: doer.by === 'staff' ? doer.colleague : null,
      from_state: state,
      to_state: to,
      demo_at: demoAt ?? null,
      assignee_id: assignee ?? null,
      ...promise,
    }),
  )
}
