import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../persistence/database.ts'
import { query, run } from '../persistence/queries.ts'
import { currentTraceparent, traced } from '../tracing/trace.ts'
import type { MailComposer } from './compose-mail.ts'
import { limitOutsideMail } from './limit-outside-mail.ts'
import type { DetailedMailKind, QueuedMail } from './mail-kind.ts'
import { type Mailer, PermanentMailFailure } from './mailer.ts'
import { clearRefused, markRefused } from './refused-addresses.ts'

const BATCH = 10
/** The lease of a crashed server expires after this. */
const LEASE_SECONDS = 300
const FIRST_RETRY_SECONDS = 5
const MAX_RETRY_SECONDS = 3600
/** About two days with exponential backoff. */
const ATTEMPTS = 60

type DueMail = QueuedMail & { attempts: number; traceparent: string | null }

type NewMail<Details> = {
  recipient: string
  details: Details
  /** The mail is not sent once its account or invitation is gone. */
  person?: string
  invitation?: { organization: string; id: string }
}

/** Queues a mail in the transaction of its cause. Refuses over the limit for external mail. */
export async function queueMail<Details>(
  client: Queryable,
  kind: DetailedMailKind<Details>,
  { recipient, details, person, invitation }: NewMail<NoInfer<Details>>,
) {
  if (!kind.unlimited && !kind.toStaff) await limitOutsideMail(client, recipient)
  await client.query(
    `insert into outgoing_mail (kind, recipient, details, user_id, organization_id, invitation_id, traceparent)
     select $1, $2, $3::jsonb, $4, coalesce($5, nullif(current_setting('app.organization', true), '')::uuid), $6, $7 where not ${leavesSample}`,
    [
      kind.name,
      recipient,
      JSON.stringify(details),
      person ?? null,
      invitation?.organization ?? null,
      invitation?.id ?? null,
      currentTraceparent(),
    ],
  )
}

/** A sample organization mails only its real members, because anyone can write anything in it. */
const leavesSample = `exists (select from organizations o
  where o.id = nullif(current_setting('app.organization', true), '')::uuid and o.sample and not exists (
    select from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and u.email = $2 and u.email not like '%@sample.sherpa.example'))`

/** Processes the mail queue. Leases let any number of servers do so concurrently. */
export function createOutbox(database: Database, mailer: Pick<Mailer, 'send'>, composer: MailComposer, log: OutboxLog) {
  return {
    /** Sends a batch of due mail. Returns its size. */
    async processQueue(): Promise<number> {
      const due = await leaseDue(database)
      const done = await Promise.allSettled(due.map((mail) => send(mail)))
      const failure = done.find((result) => result.status === 'rejected')
      if (failure) throw failure.reason
      return due.length
    },
  }

  async function composeAndSend(mail: DueMail) {
    const composed = await composer.compose(mail)
    if (composed) await mailer.send(composed)
    return composed ? 'sent' : 'skipped'
  }

  async function send(mail: DueMail) {
    let outcome: 'sent' | 'skipped'
    try {
      const span = {
        kind: 'consumer',
        name: `mail ${mail.kind}`,
        attributes: { 'sherpa.mail.kind': mail.kind },
      } as const
      outcome = await traced(span, () => composeAndSend(mail), mail.traceparent ?? undefined)
    } catch (error) {
      // Keep retrying our own mailbox: its configuration can be fixed.
      const refused = error instanceof PermanentMailFailure && !composer.kindOf(mail)?.toStaff
      const final = refused || mail.attempts >= ATTEMPTS
      await markUnsent(mail, { final, refused }, error instanceof Error ? error.message : String(error))
      log.warn({ mail: mail.id, kind: mail.kind, attempts: mail.attempts, final }, 'mail not sent')
      return
    }
    await markDone(mail, outcome)
  }

  async function markDone(mail: DueMail, outcome: 'sent' | 'skipped') {
    await inTransaction(database, async (client) => {
      const marked = await run(
        client,
        updateOfAttempt(mail).set({
          status: outcome,
          sent_at: outcome === 'sent' ? sql`now()` : null,
          reason: null,
          recipient: null,
          details: null,
        }),
      )
      if (marked && outcome === 'sent' && mail.recipient) await clearRefused(client, mail.recipient)
      if (marked) await composer.kindOf(mail)?.recordOutcome?.(client, mail, outcome)
    })
  }

  async function markUnsent(mail: DueMail, { final, refused }: { final: boolean; refused: boolean }, reason: string) {
    const seconds = Math.min(MAX_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (mail.attempts - 1))
    await inTransaction(database, async (client) => {
      const marked = await run(
        client,
        updateOfAttempt(mail).set({
          status: final ? 'failed' : 'queued',
          reason: withoutAddresses(reason).slice(0, 500),
          next_attempt_at: sql`now() + make_interval(secs => ${seconds})`,
          ...(final && { recipient: null, details: null }),
        }),
      )
      if (marked && refused && mail.recipient) await markRefused(client, mail.recipient)
      if (marked && final) await composer.kindOf(mail)?.recordOutcome?.(client, mail, 'failed')
    })
  }
}

/** Updates the mail only if the lease of this attempt still holds. */
function updateOfAttempt({ id, attempts }: DueMail) {
  return query
    .updateTable('outgoing_mail')
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('attempts', '=', attempts)
}

/** Removes addresses from SMTP responses: the reason is stored permanently. */
function withoutAddresses(text: string) {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '(address)')
}

type OutboxLog = { warn: (details: object, message: string) => void }

async function leaseDue(database: Database): Promise<DueMail[]> {
  const { rows } = await database.query<DueMail>(
    `with due as (
       select id from outgoing_mail where status = 'queued' and next_attempt_at <= now()
         and (organization_id is null or organization_id not in (select moving_organizations()))
       order by next_attempt_at limit $1 for update skip locked)
     update outgoing_mail m set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
     from due where m.id = due.id
     returning m.id, m.kind, m.attempts, m.recipient, m.details, m.user_id as person, m.demo_request_id as "demoRequest", m.traceparent`,
    [BATCH, LEASE_SECONDS],
  )
  return rows
}
