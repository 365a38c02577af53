import { type DemoState, type DeskHappening, mayBecome } from '@sherpa/contracts/desk'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { findDeskRow } from './desk-list.ts'

export async function lockRequest(client: Queryable, id: string) {
  const request = await rowOf(client, query.selectFrom('demo_requests').selectAll().where('id', '=', id).forUpdate())
  if (!request) throw new Refusal('not-found')
  return request
}
export type LockedRequest = Awaited<ReturnType<typeof lockRequest>>

/** Optimistic locking: rejects a stale version with the current request. */
export async function lockRequestVersion(client: Queryable, id: string, version: number) {
  const request = await lockRequest(client, id)
  if (request.version !== version) throw new Refusal('changed-meanwhile', { present: await findDeskRow(client, id) })
  return request
}

export type Actor = { by: 'staff'; colleague: string } | { by: 'visitor' | 'system' }

type Move = {
  event: DeskHappening
  to: DemoState
  actor: Actor
  now: Date
  /** Counts as our answer, which meets the response deadline. */
  answers?: boolean
  /** Further column changes. */
  set?: Record<string, unknown>
  /** For the history. */
  demoAt?: Date
  assignee?: string | null
}

const moveErrors: Record<DemoState, string> = {
  requested: 'this request still waits for an answer',
  rescheduled: 'the visitor has proposed another time and waits for an answer',
  confirmed: 'this demo is confirmed',
  held: 'this demo was held',
  'no-show': 'the visitor did not come to this demo',
  canceled: 'this demo is canceled',
  quarantined: 'this request is quarantined',
  rejected: 'this request was rejected',
}

export function createMoveRefusal({ state, erased_at }: Pick<LockedRequest, 'state' | 'erased_at'>) {
  const reason = erased_at ? 'the visitor’s data was erased' : moveErrors[state]
  return new Refusal('move-not-possible', { detail: `This is not possible: ${reason}` })
}

/** Checks the transition table and writes the history. */
export async function moveRequest(client: Queryable, request: LockedRequest, move: Move) {
  if (!mayBecome(request.state, move.to)) throw createMoveRefusal(request)
  const isFirstAnswer = move.answers && request.answered_at === null
  await updateRequest(client, request, {
    ...move.set,
    state: move.to,
    ...(isFirstAnswer && { answered_at: move.now }),
  })
  await insertHistory(
    client,
    request,
    move,
    isFirstAnswer ? { asked_at: request.asked_at, due_at: request.due_at } : {},
  )
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

export async function insertHistory(
  client: Queryable,
  { id, state }: Pick<LockedRequest, 'id' | 'state'>,
  { event, to, actor, now, demoAt, assignee }: Omit<Move, 'answers' | 'set'>,
  deadline: { asked_at?: Date; due_at?: Date } = {},
) {
  await run(
    client,
    query.insertInto('demo_history').values({
      request_id: id,
      at: now,
      event,
      done_by: actor.by,
      actor_id: actor.by === 'staff' ? actor.colleague : null,
      from_state: state,
      to_state: to,
      demo_at: demoAt ?? null,
      assignee_id: assignee ?? null,
      ...deadline,
    }),
  )
}
