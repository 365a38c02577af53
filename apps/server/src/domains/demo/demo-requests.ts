import type { DemoAnswer, DemoRequest } from '@sherpa/contracts/demo-request'
import { type Insertable, sql } from 'kysely'
import type { Idempotency } from '../../http/idempotency.ts'
import type { Allowance } from '../../http/rate-limits.ts'
import type { MailOutcome, QueuedMail } from '../../mail/mail-kind.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { currentTraceparent } from '../../tracing/trace.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordRequestEvent } from '../audit/audit.ts'
import type { DemoMailRequest } from './demo-mail.ts'

export type NewDemoRequest = {
  reference: string
  request: DemoRequest
  preferredAt: Date
  offsetMinutes: number
  timeZone: string | null
  quarantineReason: string | null
  /** The preferred time is invalid: only a repeat of an accepted request succeeds. */
  refused: boolean
  idempotency: Idempotency | undefined
  limits: Allowance[]
  now: Date
  /** Response deadline. */
  dueAt: Date
}

export type ScheduleResult =
  | { outcome: 'accepted' | 'repeated'; answer: DemoAnswer }
  | { outcome: 'key-reused' }
  | { outcome: 'refused' }
  | { outcome: 'limited'; retryAfterSeconds: number }

/** Result of schedule_demo. */
type ScheduleRow =
  | { outcome: 'accepted' | 'repeated'; answer: DemoAnswer }
  | { outcome: 'key-reused' | 'refused'; answer: null }
  | { outcome: 'limited'; answer: { retryAfterSeconds: number } }

export type DemoRequests = ReturnType<typeof createDemoRequestService>

/** `linkToken` creates the token of the visitor's link. */
export function createDemoRequestService(database: Database, linkToken: (request: string) => Promise<string>) {
  return {
    /** One round trip: schedule_demo runs everything in one transaction. */
    async schedule(entry: NewDemoRequest): Promise<ScheduleResult> {
      const { request } = entry
      const { rows } = await database.query<ScheduleRow>({
        name: 'schedule-demo',
        text: 'select * from schedule_demo($1, $2, $3, $4, $5, $6, $7)',
        values: [
          {
            reference: entry.reference,
            full_name: request.full_name,
            email: request.email,
            phone: request.phone || null,
            company: request.company || null,
            additional_info: request.additional_info || null,
            preferred_at: entry.preferredAt,
            offset_minutes: entry.offsetMinutes,
            time_zone: entry.timeZone,
            quarantine_reason: entry.quarantineReason,
            due_at: entry.dueAt,
            traceparent: currentTraceparent(),
          } satisfies Partial<Insertable<Tables['demo_requests']>> & { traceparent: string | null },
          entry.refused,
          entry.idempotency?.key,
          entry.idempotency?.requestHash,
          entry.limits.map(({ bucket }) => bucket),
          entry.limits.map(({ limit }) => limit),
          entry.now,
        ],
      })
      const [row] = rows
      if (!row) throw new Error('schedule_demo always answers with a row, and had none.')
      return row.outcome === 'limited' ? { outcome: row.outcome, ...row.answer } : row
    },

    /** Undefined after erasure. */
    async forMail(id: string | null): Promise<DemoMailRequest | undefined> {
      const request = await rowOf(
        database,
        query
          .selectFrom('demo_requests as r')
          .leftJoin(publicUsers.as('a'), (join) =>
            join.onRef('a.id', '=', 'r.assignee_id').on('a.deleted_at', 'is', null),
          )
          .select((eb) => [
            'r.id',
            'r.reference',
            'r.full_name as fullName',
            'r.email',
            'r.phone',
            'r.company',
            'r.additional_info as additionalInfo',
            'r.offset_minutes as offsetMinutes',
            'r.time_zone as timeZone',
            eb('r.state', '=', 'quarantined').$castTo<boolean>().as('quarantined'),
            'r.state',
            eb.ref('r.demo_at').$notNull().as('demoAt'),
            'r.length_minutes as lengthMinutes',
            'r.meeting_link as meetingLink',
            'r.calendar_sequence as calendarSequence',
            sql<DemoMailRequest['assignee']>`case when a.email is not null
              then json_build_object('name', a.name, 'email', a.email) end`.as('assignee'),
            'r.due_at as dueAt',
            eb('r.answered_at', 'is not', null).$castTo<boolean>().as('answered'),
            'r.erased_at as erasedAt',
          ])
          .where('r.id', '=', id),
      )
      if (!request) throw new Error('The demo request that this mail is about is not there.')
      const { erasedAt, ...known } = request
      return erasedAt ? undefined : { ...known, linkToken: await linkToken(known.id) }
    },
  }
}

/** Writes an audit event. */
export async function recordMailOutcome(client: Queryable, { kind, demoRequest }: QueuedMail, outcome: MailOutcome) {
  if (demoRequest === null) throw new Error('A mail about a demo request does not say which.')
  await recordRequestEvent(client, demoRequest, `${kind}-${outcome}`)
}
