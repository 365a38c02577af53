import type pg from 'pg'
import type { DemoMail } from '../domains/demo/demo-mail.ts'
import type { Database, Queryable } from '../persistence/database.ts'
import { isToStaff } from './mail-kinds.ts'
import { type Mailer, PermanentMailFailure } from './mailer.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import type { PlatformMail } from './platform-mail.ts'

/** Mails taken at once; each is sent on its own. */
const BATCH = 10
/** A mail that was taken and not heard of again (its server was killed) is free again after this. */
const LEASE_SECONDS = 300
const FIRST_RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 3600
/** With these waits, about two days of trying. */
const ATTEMPTS = 60

export type MailToCompose = { id: string } & (DemoMail | PlatformMail)
type DueMail = MailToCompose & { attempts: number }

/** Whose account a mail is about, or which invitation it carries: it is not sent once they are gone. */
type Origin = { person?: string; invitation?: { organization: string; id: string } }

/** Puts a mail into the queue, as part of the transaction of what it is about. */
export async function queueMail(client: Queryable, mail: PlatformMail & Origin) {
  const { kind, recipient, details, person, invitation } = mail
  await client.query(
    `insert into outgoing_mail (kind, recipient, details, user_id, organization_id, invitation_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [kind, recipient, details, person, invitation?.organization, invitation?.id],
  )
}

/** Works off the queue of outgoing mail. Any number of servers may do so at once: each takes what no other has. */
export function outbox(
  database: Database,
  mailer: Mailer,
  compose: (mail: MailToCompose) => Promise<OutgoingMail>,
  log: OutboxLog,
) {
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
    try {
      await mailer.send(await compose(mail))
    } catch (error) {
      // To our own mailbox, every try is worth it: whoever refuses it today may be put right tomorrow.
      const refused = error instanceof PermanentMailFailure && !isToStaff(mail.kind)
      const final = refused || mail.attempts >= ATTEMPTS
      await markUnsent(mail, final, error instanceof Error ? error.message : String(error))
      log.warn({ mail: mail.id, kind: mail.kind, attempts: mail.attempts, final }, 'mail not sent')
      return
    }
    await database.query(
      `with sent as (
         update outgoing_mail set status = 'sent', sent_at = now(), reason = null, recipient = null, details = null
         where id = $1 and status = 'queued' and attempts = $3 returning demo_request_id)
       insert into audit_events (subject, subject_id, event)
       select 'demo-request', demo_request_id, $2 from sent where demo_request_id is not null`,
      [mail.id, `${mail.kind}-sent`, mail.attempts],
    )
  }

  async function markUnsent(mail: DueMail, final: boolean, reason: string) {
    const seconds = Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (mail.attempts - 1))
    await database.query(
      `with unsent as (
         update outgoing_mail set status = case when $2 then 'failed' else 'queued' end, reason = $3,
           next_attempt_at = now() + make_interval(secs => $4),
           recipient = case when $2 then null else recipient end, details = case when $2 then null else details end
         where id = $1 and status = 'queued' and attempts = $6 returning demo_request_id)
       insert into audit_events (subject, subject_id, event)
       select 'demo-request', demo_request_id, $5 from unsent where $2 and demo_request_id is not null`,
      [mail.id, final, withoutAddresses(reason).slice(0, 500), seconds, `${mail.kind}-failed`, mail.attempts],
    )
  }
}

/** Mail servers like to repeat whom they refuse; what we keep for good names nobody. */
function withoutAddresses(text: string) {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '(address)')
}

type OutboxLog = { warn: (details: object, message: string) => void }

async function takeDue(database: Database): Promise<DueMail[]> {
  const { rows } = await database.query(
    `with due as (
       select id from outgoing_mail where status = 'queued' and next_attempt_at <= now()
       order by next_attempt_at limit $1 for update skip locked),
     taken as (
       update outgoing_mail m set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
       from due where m.id = due.id returning m.*)
     select taken.id, taken.kind, taken.attempts, taken.recipient, taken.details, d.id as request_id, d.reference, d.full_name, d.email, d.phone, d.company,
       d.additional_info, d.preferred_at, d.offset_minutes, d.time_zone, d.status = 'quarantined' as quarantined
     from taken left join demo_requests d on d.id = taken.demo_request_id`,
    [BATCH, LEASE_SECONDS],
  )
  return rows.map(({ id, kind, attempts, recipient, details, ...row }) =>
    row.request_id ? { id, kind, attempts, request: demoRequestOf(row) } : { id, kind, attempts, recipient, details },
  )
}

function demoRequestOf(row: pg.QueryResultRow): DemoMail['request'] {
  return {
    id: row.request_id,
    reference: row.reference,
    fullName: row.full_name,
    email: row.email,
    phone: row.phone,
    company: row.company,
    additionalInfo: row.additional_info,
    preferredAt: row.preferred_at,
    offsetMinutes: row.offset_minutes,
    timeZone: row.time_zone,
    quarantined: row.quarantined,
  }
}
