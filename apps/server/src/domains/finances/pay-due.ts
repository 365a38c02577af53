import { dayIn } from '@sherpa/contracts/days'
import { every } from '../../jobs/job.ts'
import { type Database, inOrganization, inTransaction } from '../../persistence/database.ts'
import { lastForgottenDay } from './finances.ts'
import { postPay } from './post-pay.ts'

/** Where a day ends last on earth: invoices of no organization lose their names too early. */
const LAST_ZONE = 'Etc/GMT+12'

export type FinanceJobParts = { database: Database; clock: () => Date }

export function financeJobs(parts: FinanceJobParts) {
  return [
    every('1 hour', {
      name: 'post-pay-that-is-due',
      title: 'Book pay of athletes that is due',
      run: () => postPayThatIsDue(parts),
    }),
    every('1 day at 04:30', {
      name: 'forget-buyers-on-old-invoices',
      title: 'Remove names of erased athletes from invoices older than five years',
      run: () => {
        const today = dayIn(parts.clock().toISOString(), LAST_ZONE)
        return parts.database.query('select forget_buyers(null, $1)', [lastForgottenDay(today)])
      },
    }),
  ]
}

/** Every organization in turn, by its own calendar. */
async function postPayThatIsDue({ database, clock }: FinanceJobParts) {
  const { rows } = await database.query<{ id: string; time_zone: string }>(
    'select id, time_zone from organizations_with_deals()',
  )
  for (const { id: organization, time_zone } of rows) {
    const today = dayIn(clock().toISOString(), time_zone)
    const post = () => inTransaction(database, (client) => postPay(client, { organization, by: null, today }))
    await inOrganization(organization, async () => {
      while (!(await post()).isDone);
    })
  }
}
