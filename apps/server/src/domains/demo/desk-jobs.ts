import { waitingStates } from '@sherpa/contracts/desk'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { every, type Job } from '../../jobs/job.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { queueDeskMail } from './desk-mail.ts'
import { eraseRequests, lockUnerasedRequest } from './erase-requests.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Warning time before the response deadline. */
const WARNING_MS = 30 * MINUTE_MS

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
      run: remind,
    }),
    every('1 minute', {
      name: 'warn-of-due-demo-requests',
      title: 'Remind colleagues of demo requests due soon',
      run: warn,
    }),
    every('1 day at 03:30', {
      name: 'erase-old-demo-requests',
      title: 'Erase personal data of old demo requests',
      run: eraseOld,
    }),
  ]

  /** Each request is marked and its mail queued in one transaction, so that it is sent once. Sending checks its validity again. */
  async function remind() {
    const now = clock()
    const due = await Promise.all(
      reminders.map(async ({ column, kind, aheadMs }) => {
        const rows = await rowsOf(
          database,
          dueRequests()
            .where('state', '=', 'confirmed')
            .where(column, 'is', null)
            .where('starts_at', '>', now)
            .where('demo_at', '<=', new Date(now.getTime() + aheadMs))
            .orderBy('demo_at'),
        )
        return rows.map(({ id }) => ({ id, column, kind }))
      }),
    )
    await forEachOf(due.flat(), ({ id, column, kind }) =>
      inTransaction(database, async (client) => {
        const marked = await rowOf(
          client,
          query
            .updateTable('demo_requests')
            .set({ [column]: now })
            .where('id', '=', id)
            .where(column, 'is', null)
            .where('state', '=', 'confirmed')
            .returning('starts_at'),
        )
        if (!marked) return
        const startsAt = marked.starts_at?.toISOString()
        await queueDeskMail(client, kind, id, startsAt ? { startsAt } : null)
      }),
    )
  }

  async function warn() {
    const now = clock()
    const due = await rowsOf(
      database,
      dueRequests()
        .where('state', 'in', waitingStates)
        .where('answered_at', 'is', null)
        .where('warned_at', 'is', null)
        .where('due_at', '<=', new Date(now.getTime() + WARNING_MS))
        .orderBy('due_at'),
    )
    await forEachOf(due, ({ id }) =>
      inTransaction(database, async (client) => {
        const marked = await run(
          client,
          query
            .updateTable('demo_requests')
            .set({ warned_at: now })
            .where('id', '=', id)
            .where('state', 'in', waitingStates)
            .where('answered_at', 'is', null)
            .where('warned_at', 'is', null),
        )
        if (marked > 0) await queueDeskMail(client, 'demo-due-soon', id)
      }),
    )
  }

  async function eraseOld() {
    const now = clock()
    const before = new Date(now.getTime() - retentionDays * DAY_MS)
    const old = await rowsOf(
      database,
      dueRequests().where('erased_at', 'is', null).where('created_at', '<', before).orderBy('created_at'),
    )
    await forEachOf(old, async ({ id }) => {
      const mails = await inTransaction(database, async (client) =>
        eraseRequests(client, await lockUnerasedRequest(client, id), { by: 'system' }, now),
      )
      await forgetMail(mails)
    })
  }
}

const dueRequests = () => query.selectFrom('demo_requests').select('id')
