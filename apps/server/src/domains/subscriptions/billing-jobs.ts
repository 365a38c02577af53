import { z } from 'zod'
import { enqueue } from '../../jobs/enqueue.ts'
import { defineJob, every, type Job } from '../../jobs/job.ts'
import { type Database, inOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { listDueSubscriptions } from './subscriptions.ts'

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

  return [
    advanceJob,
    every('1 minute', {
      name: 'find-due-subscriptions',
      title: 'Find subscriptions that are due',
      async run() {
        for (const { organization, id } of await listDueSubscriptions(database, clock())) {
          await inOrganization(organization, () =>
            enqueue(database, advanceJob, { organization, subscription: id }, { key: id }),
          )
        }
      },
    }),
  ]
}
