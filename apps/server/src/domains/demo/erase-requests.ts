import { mayBecome } from '@sherpa/contracts/desk'
import { sql } from 'kysely'
import { forgetRequestMail, publicMail } from '../../mail/mail-queue.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { listMessageIds } from './demo-mail.ts'
import { type Actor, insertHistory, type LockedRequest, moveRequest, updateRequest } from './move-request.ts'

/** Values of an anonymized request. The rest of the row stays for statistics. */
const anonymized = {
  full_name: '',
  email: '',
  phone: null,
  company: null,
  additional_info: null,
  time_zone: null,
  meeting_link: null,
}

/**
 * Erases personal data of requests: fields, notes and pending mail. Cancels upcoming demos. Returns the message ids of
 * all mail, whose copies the caller deletes after the commit.
 */
export async function eraseRequests(
  client: Queryable,
  requests: LockedRequest[],
  actor: Actor,
  now: Date,
): Promise<string[]> {
  for (const request of requests) {
    const finalState = mayBecome(request.state, 'canceled')
      ? 'canceled'
      : mayBecome(request.state, 'rejected')
        ? 'rejected'
        : null
    if (finalState) await moveRequest(client, request, { event: finalState, to: finalState, actor, now })
    const state = finalState ?? request.state
    await updateRequest(client, request, { ...anonymized, erased_at: now })
    await client.query('select forget_unused_words_of_demo_requests($1)', [request.folded])
    await insertHistory(client, { ...request, state }, { event: 'erased', to: state, actor, now })
  }
  const ids = requests.map(({ id }) => id)
  if (ids.length === 0) return []
  const mails = await rowsOf(
    client,
    query
      .selectFrom(publicMail.as('m'))
      .select(['id', 'demo_request_id as request'])
      .where('demo_request_id', 'in', ids),
  )
  await run(client, query.deleteFrom('demo_notes').where('request_id', 'in', ids))
  await forgetRequestMail(client, ids)
  return ids.flatMap((id) =>
    listMessageIds(
      id,
      mails.filter(({ request }) => request === id),
    ),
  )
}

export function lockRequestsByEmail(client: Queryable, email: string) {
  return rowsOf(
    client,
    query
      .selectFrom('demo_requests')
      .selectAll()
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .where('erased_at', 'is', null)
      .orderBy('id')
      .forUpdate(),
  )
}

export function lockUnerasedRequest(client: Queryable, id: string) {
  return rowsOf(
    client,
    query.selectFrom('demo_requests').selectAll().where('id', '=', id).where('erased_at', 'is', null).forUpdate(),
  )
}
