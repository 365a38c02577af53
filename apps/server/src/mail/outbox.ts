import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../persistence/database.ts'
import { query, run } from '../persistence/queries.ts'
import type { MailComposer } from './compose-mail.ts'
import { limitOutsideMail } from './limit-outside-mail.ts'
import type { DetailedMailKind, QueuedMail } from './mail-kind.ts'
import { type Mailer, PermanentMailFailure } from './mailer.ts'

/** Mails taken at once; each is sent on its own. */
const BATCH = 10
/** A mail that was taken and not heard of again (its server was killed) is free again after this. */
const LEASE_SECONDS = 300
const FIRST_RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 3600
/** With these waits, about two days of trying. */
const ATTEMPTS = 60

type DueMail = QueuedMail & { attempts: number }

type NewMail<Details> = {
  recipient: string
  details: Details
  /** Whose account a mail is about, or which invitation it carries: it is not sent once they are gone. */
  person?: string
  invitation?: { organization: string; id: string }
}

/** Puts a mail into the queue, as part of the transaction of what it is about. Refuses if an organization sends too many to addresses outside. */
export async function queueMail<Details>(
  client: Queryable,
  kind: DetailedMailKind<Details>,
  { recipient, details, person, invitation }: NewMail<NoInfer<Details>>,
) {
  if (!kind.unlimited && !kind.toStaff) await limitOutsideMail(client, recipient)
  await client.query(
    `insert into outgoing_mail (kind, recipient, details, user_id, organization_id, invitation_id)
     select $1, $2, $3::jsonb, $4, $5, $6 where not ${leavesSample}`,
    [
      kind.name,
      recipient,
      JSON.stringify(details),
      person ?? null,
      invitation?.organization ?? null,
      invitation?.id ?? null,
    ],
  )
}

/** Nothing leaves a sample, where everybody can write anything: only its own members get mail, and those who were invented do not. */
const leavesSample = `exists (select from organizations o
  where o.id = nullif(current_setting('app.organization', true), '')::uuid and o.sample and not exists (
    select from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and u.email = $2 and u.email not like '%@sample.sherpa.example'))`

/** Works off the queue of outgoing mail. Any number of servers may do so at once: each takes what no other has. */
export function outbox(database: Database, mailer: Pick<Mailer, 'send'>, composer: MailComposer, log: OutboxLog) {
  return {
    /** Sends what is due; tells how many mails it took. */
    async workOff(): Promise<number> {
      const due = await takeDue(database)
      const done = await Promise.allSettled(due.map((mail) => send(mail)))
      const failure = done.find((result) => result.status === 'rejected')
      if (failure) throw failure.reason
      return due.length
    },
  }

  async function send(mail: DueMail) {
    let outcome: 'sent' | 'skipped'
    try {
      const composed = await composer.compose(mail)
      if (composed) await mailer.send(composed)
      outcome = composed ? 'sent' : 'skipped'
    } catch (error) {
      // To our own mailbox, every try is worth it: whoever refuses it today may be put right tomorrow.
      const refused = error instanceof PermanentMailFailure && !composer.kindOf(mail)?.toStaff
      const final = refused || mail.attempts >= ATTEMPTS
      await markUnsent(mail, final, error instanceof Error ? error.message : String(error))
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
      if (marked) await composer.kindOf(mail)?.noteOutcome?.(client, mail, outcome)
    })
  }

  async function markUnsent(mail: DueMail, final: boolean, reason: string) {
    const seconds = Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (mail.attempts - 1))
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
      if (marked && final) await composer.kindOf(mail)?.noteOutcome?.(client, mail, 'failed')
    })
  }
}

/** Changes a mail only if nobody has taken it again since this attempt began. */
function updateOfAttempt({ id, attempts }: DueMail) {
  return query
    .updateTable('outgoing_mail')
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('attempts', '=', attempts)
}

/** Mail servers like to repeat whom they refuse; what we keep for good names nobody. */
function withoutAddresses(text: string) {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '(address)')
}

type OutboxLog = { warn: (details: object, message: string) => void }

async function takeDue(database: Database): Promise<DueMail[]> {
  const { rows } = await database.query<DueMail>(
    `with due as (
       select id from outgoing_mail where status = 'queued' and next_attempt_at <= now()
       order by next_attempt_at limit $1 for update skip locked)
     update outgoing_mail m set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
     from due where m.id = due.id
     returning m.id, m.kind, m.attempts, m.recipient, m.details, m.user_id as person, m.demo_request_id as "demoRequest"`,
    [BATCH, LEASE_SECONDS],
  )
  return rows
}
