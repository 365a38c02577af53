import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../persistence/database.ts'
import { published, query, run } from '../persistence/queries.ts'

/** For domains, to join or read. */
export const mailFacts = published('outgoing_mail', [
  'id',
  'kind',
  'demo_request_id',
  'details',
  'status',
  'queued_at',
  'sent_at',
  'attempts',
  'reason',
])

/** All mail to someone whose account is deleted. */
export async function deleteMailTo(client: Queryable, { id, email }: { id: string; email: string }) {
  await run(
    client,
    query.deleteFrom('outgoing_mail').where((eb) => eb.or([eb('user_id', '=', id), eb('recipient', '=', email)])),
  )
}

type About = { deals: readonly string[] } | { feeInvoices: RawBuilder<unknown> }

/** Mail that waits. What was sent has no details any more. */
export async function deleteQueuedMail(client: Queryable, about: About) {
  const isAbout =
    'deals' in about
      ? sql<boolean>`details ->> 'deal' = any(${about.deals})`
      : sql<boolean>`kind = 'fee-invoice' and details ->> 'invoice' in (${about.feeInvoices})`
  await run(client, query.deleteFrom('outgoing_mail').where('status', '=', 'queued').where(isAbout))
}

type Redirected = { organization: string; kinds: readonly string[]; from: string; to: RawBuilder<string | null> }

/** Mail that waits goes to the other address, if there is one. */
export async function redirectQueuedMail(client: Queryable, { organization, kinds, from, to }: Redirected) {
  await run(
    client,
    query
      .updateTable('outgoing_mail')
      .set({ recipient: sql`coalesce(${to}, recipient)` })
      .where('recipient', '=', from)
      .where('status', '=', 'queued')
      .where('kind', 'in', kinds)
      .where(sql`details->>'organization'`, '=', organization),
  )
}

/** Mail about a demo request, whose address it is sent to. */
export async function queueRequestMail(client: Queryable, kind: string, request: string, details: object | null) {
  await run(client, query.insertInto('outgoing_mail').values({ kind, demo_request_id: request, details }))
}

export async function sendNow(client: Queryable, mail: string) {
  const now = sql<Date>`least(next_attempt_at, now())`
  await run(client, query.updateTable('outgoing_mail').set({ next_attempt_at: now }).where('id', '=', mail))
}

/** What waits is not sent. What mail servers answered may name whom they refused. */
export async function forgetRequestMail(client: Queryable, requests: readonly string[]) {
  const aboutThem = query.deleteFrom('outgoing_mail').where('demo_request_id', 'in', requests)
  await run(client, aboutThem.where('status', '=', 'queued'))
  await run(client, query.updateTable('outgoing_mail').set({ reason: null }).where('demo_request_id', 'in', requests))
}
