import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../persistence/database.ts'
import { published, query, run } from '../persistence/queries.ts'
import { currentTraceparent } from '../tracing/trace.ts'
import { clearRefused } from './refused-addresses.ts'

/** Columns for other domains to join or read. */
export const publicMail = published('outgoing_mail', [
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

/** Deletes all mail to a deleted account. */
export async function deleteMailTo(client: Queryable, { id, email }: { id: string; email: string }) {
  await clearRefused(client, email)
  await run(
    client,
    query.deleteFrom('outgoing_mail').where((eb) => eb.or([eb('user_id', '=', id), eb('recipient', '=', email)])),
  )
}

type About = { deals: readonly string[] } | { feeInvoices: RawBuilder<unknown> }

/** Deletes unsent mail about deals or fee invoices. Sent mail has no details. */
export async function deleteQueuedMail(client: Queryable, about: About) {
  const isAbout =
    'deals' in about
      ? sql<boolean>`details ->> 'deal' = any(${about.deals})`
      : sql<boolean>`kind = 'fee-invoice' and details ->> 'invoice' in (${about.feeInvoices})`
  await run(client, query.deleteFrom('outgoing_mail').where('status', '=', 'queued').where(isAbout))
}

type Redirected = { organization: string; kinds: readonly string[]; from: string; to: RawBuilder<string | null> }

/** Redirects unsent mail to the new address, if any. */
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

/** Queues mail to the address of a demo request. */
export async function queueRequestMail(client: Queryable, kind: string, request: string, details: object | null) {
  await run(
    client,
    query
      .insertInto('outgoing_mail')
      .values({ kind, demo_request_id: request, details, traceparent: currentTraceparent() }),
  )
}

export async function sendNow(client: Queryable, mail: string) {
  const now = sql<Date>`least(next_attempt_at, now())`
  await run(client, query.updateTable('outgoing_mail').set({ next_attempt_at: now }).where('id', '=', mail))
}

/** Deletes unsent mail and failure reasons, which may contain addresses. */
export async function forgetRequestMail(client: Queryable, requests: readonly string[]) {
  const aboutThem = query.deleteFrom('outgoing_mail').where('demo_request_id', 'in', requests)
  await run(client, aboutThem.where('status', '=', 'queued'))
  await run(client, query.updateTable('outgoing_mail').set({ reason: null }).where('demo_request_id', 'in', requests))
}
