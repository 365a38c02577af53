import type { DemoAnswer, DemoRequest } from '@sherpa/contracts/demo-request'
import { sql } from 'kysely'
import type { Idempotency } from '../../http/idempotency.ts'
import type { Allowance } from '../../http/rate-limits.ts'
import type { MailOutcome, QueuedMail } from '../../mail/mail-kind.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import type { DemoMailRequest } from './demo-mail.ts'

export type NewDemoRequest = {
  reference: string
  request: DemoRequest
  preferredAt: Date
  offsetMinutes: number
  timeZone: string | null
  quarantineReason: string | null
  /** Wrong by now: only an earlier acceptance counts. */
  refused: boolean
  idempotency: Idempotency | undefined
  limits: Allowance[]
  now: Date
}

export type ScheduleResult =
  | { outcome: 'accepted' | 'repeated'; answer: DemoAnswer }
  | { outcome: 'key-reused' }
  | { outcome: 'refused' }
  | { outcome: 'limited'; retryAfterSeconds: number }

/** What schedule_demo answers. */
type ScheduleRow =
  | { outcome: 'accepted' | 'repeated'; answer: DemoAnswer }
  | { outcome: 'key-reused' | 'refused'; answer: null }
  | { outcome: 'limited'; answer: { retryAfterSeconds: number } }

export type DemoRequests = ReturnType<typeof demoRequests>

export function demoRequests(database: Database) {
  return {
    /** One round trip: the function does the rest in one transaction (migration 0010). */
    async schedule(entry: NewDemoRequest): Promise<ScheduleResult> {
      const { request } = entry
      const { rows } = await database.query<ScheduleRow>({
        name: 'schedule-demo',
        text: 'select * from schedule_demo($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)',
        values: [
          entry.reference,
          request.full_name,
          request.email,
          request.phone || null,
          request.company || null,
          request.additional_info || null,
          entry.preferredAt,
          entry.offsetMinutes,
          entry.timeZone,
          entry.quarantineReason,
          entry.refused,
          entry.idempotency?.key,
          entry.idempotency?.requestHash,
          entry.limits.map(({ bucket }) => bucket),
          entry.limits.map(({ limit }) => limit),
          '1 hour',
          entry.now,
        ],
      })
      const [row] = rows
      if (!row) throw new Error('schedule_demo always answers with a row, and had none.')
      return row.outcome === 'limited' ? { outcome: row.outcome, ...row.answer } : row
    },

    async forMail(id: string | null): Promise<DemoMailRequest> {
      const request = await rowOf(
        database,
        query
          .selectFrom('demo_requests')
          .select([
            'id',
            'reference',
            'full_name as fullName',
            'email',
            'phone',
            'company',
            'additional_info as additionalInfo',
            'preferred_at as preferredAt',
            'offset_minutes as offsetMinutes',
            'time_zone as timeZone',
            sql<boolean>`status = 'quarantined'`.as('quarantined'),
          ])
          .where('id', '=', id),
      )
      if (!request) throw new Error('The demo request that this mail is about is not there.')
      return request
    },
  }
}

/** Puts on record what became of a mail about a request. */
export async function noteMailOutcome(client: Queryable, { kind, demoRequest }: QueuedMail, outcome: MailOutcome) {
  if (demoRequest === null) throw new Error('A mail about a demo request does not say which.')
  await run(
    client,
    query
      .insertInto('audit_events')
      .values({ subject: 'demo-request', subject_id: demoRequest, event: `${kind}-${outcome}` }),
  )
}
