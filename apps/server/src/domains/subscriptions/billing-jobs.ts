import { z } from 'zod'
import { enqueue } from '../../jobs/enqueue.ts'
import { defineJob, every, type Job } from '../../jobs/job.ts'
import { type Database, inOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { dueSubscriptions } from './subscriptions.ts'

export type BillingJobParts = {
  database: Database
  clock: () => Date
  bringUpToDate: (client: Queryable, organization: string, subscription: string) => Promise<unknown>
}

/** Each subscription is a job of its own, so that one that cannot go on keeps no other from it, and our staff sees which it is. */
export function billingJobs({ database, clock, bringUpToDate }: BillingJobParts): Job[] {
  const moveOn = defineJob({
    name: 'bring-subscription-up-to-date',
    title: 'Renew a subscription, with invoice and reminders',
    data: z.object({ organization: z.uuid(), subscription: z.uuid() }),
    run: ({ organization, subscription }) =>
      inTransaction(database, (client) => bringUpToDate(client, organization, subscription)),
  })

  return [
    moveOn,
    every('1 minute', {
      name: 'find-due-subscriptions',
      title: 'Find subscriptions that are due',
      async run() {
        for (const { organization, id } of await dueSubscriptions(database, clock())) {
          await inOrganization(organization, () =>
            enqueue(database, moveOn, { organization, subscription: id }, { key: id }),
          )
        }
      },
    }),
  ]
}
