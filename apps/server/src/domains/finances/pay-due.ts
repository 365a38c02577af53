import { dayIn } from '@sherpa/contracts/days'
import { z } from 'zod'
import { enqueueInEach } from '../../jobs/enqueue.ts'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { defineJob, every } from '../../jobs/job.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { payments } from '../deals/deals.ts'
import { todayIn } from '../organizations/organizations.ts'
import { lastErasableDay } from './finances.ts'
import { postPay } from './post-pay.ts'

/** The last time zone on earth, so no organization's invoices lose their names too early. */
const LAST_ZONE = 'Etc/GMT+12'

export type FinanceJobParts = { database: Database; clock: () => Date }

export function financeJobs(parts: FinanceJobParts) {
  const { database } = parts
  const postInOrganization = defineJob({
    name: 'post-due-pay-in-organization',
    title: 'Post an organization’s athlete pay that is due',
    data: z.object({ organization: z.uuid() }),
    run: ({ organization }) => postDuePay(parts, organization),
  })

  return [
    postInOrganization,
    // Hourly, since local midnight can be at any UTC hour.
    every('1 hour', {
      name: 'post-pay-that-is-due',
      title: 'Find athlete pay that is due',
      async run() {
        const { rows } = await database.query<{ id: string }>('select id from organizations_with_deals()')
        await enqueueInEach(database, postInOrganization, rows)
      },
    }),
    every('1 day at 04:30', {
      name: 'forget-buyers-on-old-invoices',
      title: 'Remove names of erased athletes from invoices older than five years',
      run: () => {
        const today = dayIn(parts.clock().toISOString(), LAST_ZONE)
        return database.query('select forget_buyers(null, $1)', [lastErasableDay(today)])
      },
    }),
  ]
}

async function postDuePay({ database, clock }: FinanceJobParts, organization: string) {
  const today = await todayIn(database, organization, clock())
  const due = await payments.listUnposted(database, organization, today)
  await forEachOf(due, (payment) =>
    inTransaction(database, (client) => postPay(client, { organization, by: null, today, payment })),
  )
}
