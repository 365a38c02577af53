import { mayBecome } from '@sherpa/contracts/desk'
import { sql } from 'kysely'
import { forgetRequestMail, mailFacts } from '../../mail/mail-queue.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { messageIdsAbout } from './demo-mail.ts'
import { type Doer, type LockedRequest, moveRequest, noteHistory, updateRequest } from './move-request.ts'

/** What no longer tells anything about anybody. The rest of a request stays, for the totals. */
const nobody = {
  full_name: '',
  email: '',
  phone: null,
  company: null,
  additional_info: null,
  time_zone: null,
  meeting_link: null,
}

/**
 * Removes from requests all that tells who asked, for good: fields, notes, mail that waits. What was to come is called off, since
 * there is nobody left to hold it with. Answers with the ids of all mail about them: copies of it go once this is committed.
 */
export async function eraseRequests(
  client: Queryable,
  requests: LockedRequest[],
  doer: Doer,
  now: Date,
): Promise<string[]> {
  for (const request of requests) {
    const over = mayBecome(request.state, 'canceled')
      ? 'canceled'
      : mayBecome(request.state, 'rejected')
        ? 'rejected'
        : null
    if (over) await moveRequest(client, request, { event: over, to: over, doer, now })
    const state = over ?? request.state
    await updateRequest(client, request, { ...nobody, erased_at: now })
    await client.query('select forget_unused_words_of_demo_requests($1)', [request.folded])
    await noteHistory(client, { ...request, state }, { event: 'erased', to: state, doer, now })
  }
  const ids = requests.map(({ id }) => id)
  if (ids.length === 0) return []
  const mails = await rowsOf(
    client,
    query
      .selectFrom(mailFacts.as('m'))
      .select(['id', 'demo_request_id as request'])
      .where('demo_request_id', 'in', ids),
  )
  await run(client, query.deleteFrom('demo_notes').where('request_id', 'in', ids))
  await forgetRequestMail(client, ids)
  return ids.flatMap((id) =>
    messageIdsAbout(
      id,
      mails.filter(({ request }) => request === id),
    ),
  )
}

/** All requests with the same address, locked. */
export function lockRequestsOf(client: Queryable, email: string) {
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

export function lockOldRequests(client: Queryable, before: Date, most: number) {
  return rowsOf(
    client,
    query
      .selectFrom('demo_requests')
      .selectAll()
      .where('erased_at', 'is', null)
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(most)
      .forUpdate(),
  )
}
