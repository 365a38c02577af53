import type { DemoAnswer, DemoRequest } from '@sherpa/contracts/demo-request'
import type { Database } from '../../persistence/database.ts'

export type NewDemoRequest = {
  reference: string
  request: DemoRequest
  preferredAt: Date
  offsetMinutes: number
  timeZone: string | null
  quarantineReason: string | null
  /** Wrong by now: only an earlier acceptance counts. */
  refused: boolean
  idempotencyKey: string | null
  requestHash: Buffer
  limits: { bucket: string; limit: number }[]
  now: Date
}

export type ScheduleResult =
  | { outcome: 'accepted' | 'repeated'; answer: DemoAnswer }
  | { outcome: 'key-reused' }
  | { outcome: 'refused' }
  | { outcome: 'limited'; retryAfterSeconds: number }

export type DemoRequests = ReturnType<typeof demoRequests>

export function demoRequests(database: Database) {
  return {
    /** One round trip: the function does the rest in one transaction (migration 0001). */
    async schedule(entry: NewDemoRequest): Promise<ScheduleResult> {
      const { request } = entry
      const { rows } = await database.query({
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
          entry.idempotencyKey,
          entry.requestHash,
          entry.limits.map(({ bucket }) => bucket),
          entry.limits.map(({ limit }) => limit),
          '1 hour',
          entry.now,
        ],
      })
      const { outcome, answer } = rows[0]
      return outcome === 'limited' ? { outcome, ...answer } : { outcome, answer }
    },

    /** What is kept only for a while: keys for two days, counts for a few hours. */
    async forgetOld() {
      await database.query("delete from idempotency_keys where created_at < now() - interval '48 hours'")
      await database.query("delete from rate_counts where period_start < now() - interval '3 hours'")
    },
  }
}
