import { z } from 'zod'
import { enqueue, enqueueInEach } from '../../jobs/enqueue.ts'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { defineJob, every, type Job } from '../../jobs/job.ts'
import { type Database, inOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { listEndingTrials } from '../organizations/organizations.ts'
import { addDays, TRIAL_NOTICE_DAYS } from './lifecycle.ts'
import { listDueSubscriptions } from './subscriptions.ts'
import { announceEndOfTrial } from './trial-notices.ts'

export type BillingJobParts = {
  database: Database
  clock: () => Date
  advance: (client: Queryable, organization: string, subscription: string) => Promise<unknown>
}

/** One job per subscription, so that a failure affects only that one and staff see which. */
export function billingJobs({ database, clock, advance }: BillingJobParts): Job[] {
  const advanceJob = defineJob({
    name: 'bring-subscription-up-to-date',
    title: 'Renew a subscription, with invoice and reminders',
    data: z.object({ organization: z.uuid(), subscription: z.uuid() }),
    run: ({ organization, subscription }) =>
      inTransaction(database, (client) => advance(client, organization, subscription)),
  })

  const announceTrialEnd = defineJob({
    name: 'announce-end-of-trial',
    title: 'Tell the owners that a trial without a plan ends',
    data: z.object({ organization: z.uuid() }),
    run: ({ organization }) => inTransaction(database, (client) => announceEndOfTrial(client, organization, clock())),
  })

  return [
    advanceJob,
    announceTrialEnd,
    every('1 hour', {
      name: 'find-ending-trials',
      title: 'Find trials without a plan that end soon',
      async run() {
        const now = clock()
        const until = addDays(now, Math.max(...TRIAL_NOTICE_DAYS))
        await enqueueInEach(database, announceTrialEnd, await listEndingTrials(database, { from: now, until }))
      },
    }),
    every('1 minute', {
      name: 'find-due-subscriptions',
      title: 'Find subscriptions that are due',
      async run() {
        await forEachOf(await listDueSubscriptions(database, clock()), ({ organization, id }) =>
          inOrganization(organization, () =>
            enqueue(database, advanceJob, { organization, subscription: id }, { key: id, scheduled: true }),
          ),
        )
      },
    }),
  ]
}
