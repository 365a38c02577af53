import { waitingStates } from '@sherpa/contracts/desk'
import { every, type Job } from '../../jobs/job.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { queueDeskMail } from './desk-mail.ts'
import { eraseRequests, lockOldRequests } from './erase-requests.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Warning time before the response deadline. */
const WARNING_MS = 30 * MINUTE_MS
const BATCH = 200

const reminders = [
  { column: 'day_reminder_at', kind: 'demo-day-reminder', aheadMs: DAY_MS },
  { column: 'hour_reminder_at', kind: 'demo-hour-reminder', aheadMs: 60 * MINUTE_MS },
] as const

export type DeskJobParts = {
  database: Database
  clock: () => Date
  retentionDays: number
  forgetMail: (messageIds: string[]) => Promise<void>
}

export function deskJobs({ database, clock, retentionDays, forgetMail }: DeskJobParts): Job<Record<string, never>>[] {
  return [
    every('1 minute', {
      name: 'remind-of-demos',
      title: 'Send demo reminders',
      run: () => runInBatches(remind),
    }),
    every('1 minute', {
      name: 'warn-of-due-demo-requests',
      title: 'Remind colleagues of demo requests due soon',
      run: () => runInBatches(warn),
    }),
    every('1 day at 03:30', {
      name: 'erase-old-demo-requests',
      title: 'Erase personal data of old demo requests',
      run: () => runInBatches(eraseOld),
    }),
  ]

  /** One transaction per batch. */
  async function runInBatches(work: () => Promise<number>) {
    while ((await work()) >= BATCH);
  }

  /** Marks and queues in one transaction, so that each reminder is sent once. Sending checks its validity again. */
  async function remind() {
    const now = clock()
    let largestBatch = 0
    for (const { column, kind, aheadMs } of reminders) {
      const count = await inTransaction(database, async (client) => {
        const due = await rowsOf(
          client,
          query
            .updateTable('demo_requests')
            .set({ [column]: now })
            .where('id', 'in', (eb) =>
              eb
                .selectFrom('demo_requests')
                .select('id')
                .where('state', '=', 'confirmed')
                .where(column, 'is', null)
                .where('starts_at', '>', now)
                .where('demo_at', '<=', new Date(now.getTime() + aheadMs))
                .orderBy('demo_at')
                .limit(BATCH)
                .forUpdate()
                .skipLocked(),
            )
            .where('state', '=', 'confirmed')
            .returning(['id', 'starts_at']),
        )
        for (const { id, starts_at } of due) {
          await queueDeskMail(client, kind, id, starts_at ? { startsAt: starts_at.toISOString() } : null)
        }
        return due.length
      })
      largestBatch = Math.max(largestBatch, count)
    }
    return largestBatch
  }

  function warn() {
    const now = clock()
    return inTransaction(database, async (client) => {
      const due = await rowsOf(
        client,
        query
          .updateTable('demo_requests')
          .set({ warned_at: now })
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('demo_requests')
              .select('id')
              .where('state', 'in', waitingStates)
              .where('answered_at', 'is', null)
              .where('warned_at', 'is', null)
              .where('due_at', '<=', new Date(now.getTime() + WARNING_MS))
              .orderBy('due_at')
              .limit(BATCH)
              .forUpdate()
              .skipLocked(),
          )
          .returning('id'),
      )
      for (const { id } of due) await queueDeskMail(client, 'demo-due-soon', id)
      return due.length
    })
  }

  async function eraseOld() {
    const now = clock()
    const before = new Date(now.getTime() - retentionDays * DAY_MS)
    const { count, mails } = await inTransaction(database, async (client) => {
      const old = await lockOldRequests(client, before, BATCH)
      return { count: old.length, mails: await eraseRequests(client, old, { by: 'system' }, now) }
    })
    await forgetMail(mails)
    return count
  }
}
