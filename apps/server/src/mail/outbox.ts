import type { Database } from '../persistence/database.ts'
import { composeConfirmation, composeStaffNotice, type DemoMailRequest, type Mailboxes } from './demo-mail.ts'
import { type Mailer, PermanentMailFailure } from './mailer.ts'

/** Messages taken at once; each is sent on its own. */
const BATCH = 10
/** A message that was taken and not heard of again (its server was killed) is free again after this. */
const LEASE_SECONDS = 300
const FIRST_RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 3600
/** With these waits, about two days of trying. */
const ATTEMPTS = 60

type DueMail = { id: string; kind: 'confirmation' | 'staff-notice'; attempts: number; request: DemoMailRequest }

/** Works off the queue of outgoing mail. Any number of servers may do so at once: each takes what no other has. */
export function outbox(database: Database, mailer: Mailer, mailboxes: Mailboxes, log: OutboxLog) {
  return {
    /** Sends what is due; tells how many messages it took. */
    async workOff(): Promise<number> {
      const due = await takeDue(database)
      const done = await Promise.allSettled(due.map((mail) => send(mail)))
      const failure = done.find((result) => result.status === 'rejected')
      if (failure) throw failure.reason
      return due.length
    },
  }

  async function send(mail: DueMail) {
    const compose = mail.kind === 'confirmation' ? composeConfirmation : composeStaffNotice
    try {
      await mailer.send(compose(mail.request, mailboxes))
    } catch (error) {
      // Our own mailbox is worth every try: whoever refuses it today may be put right tomorrow.
      const refused = error instanceof PermanentMailFailure && mail.kind === 'confirmation'
      const final = refused || mail.attempts >= ATTEMPTS
      await markUnsent(mail, final, error instanceof Error ? error.message : String(error))
      log.warn({ mail: mail.id, kind: mail.kind, attempts: mail.attempts, final }, 'mail not sent')
      return
    }
    await database.query(
      `with sent as (update outgoing_mail set status = 'sent', sent_at = now(), reason = null where id = $1 and status = 'queued' and attempts = $3 returning demo_request_id)
       insert into audit_events (subject, subject_id, event) select 'demo-request', demo_request_id, $2 from sent`,
      [mail.id, `${mail.kind}-sent`, mail.attempts],
    )
  }

  async function markUnsent(mail: DueMail, final: boolean, reason: string) {
    const seconds = Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (mail.attempts - 1))
    await database.query(
      `with unsent as (
         update outgoing_mail set status = case when $2 then 'failed' else 'queued' end, reason = $3,
           next_attempt_at = now() + make_interval(secs => $4)
         where id = $1 and status = 'queued' and attempts = $6 returning demo_request_id)
       insert into audit_events (subject, subject_id, event)
       select 'demo-request', demo_request_id, $5 from unsent where $2`,
      [mail.id, final, reason.slice(0, 500), seconds, `${mail.kind}-failed`, mail.attempts],
    )
  }
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
     select taken.id, taken.kind, taken.attempts, d.id as request_id, d.reference, d.full_name, d.email, d.phone, d.company,
       d.additional_info, d.preferred_at, d.offset_minutes, d.time_zone, d.status = 'quarantined' as quarantined
     from taken join demo_requests d on d.id = taken.demo_request_id`,
    [BATCH, LEASE_SECONDS],
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    attempts: row.attempts,
    request: {
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
    },
  }))
}
