import { z } from 'zod'
import { enqueueInEach } from '../../jobs/enqueue.ts'
import { defineJob, every } from '../../jobs/job.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { claimTrailHead } from '../audit/audit.ts'
import { auditHeadMail } from './audit-head-mail.ts'
import { ownersOf } from './organizations.ts'

/** Less than a week, so that a daily job that starts a little earlier does not skip a day. */
const PAUSE_MS = 6.5 * 86_400_000

/** Mails the head of the audit trail to the owners weekly, also without new events: a rewritten trail would be quiet too. */
export function auditHeadJobs({ database, clock }: { database: Database; clock: () => Date }) {
  const lastWeek = () => new Date(clock().getTime() - PAUSE_MS)

  const mailHead = defineJob({
    name: 'mail-audit-head',
    title: 'Mail the seal of the activity to the owners',
    data: z.object({ organization: z.uuid() }),
    run: ({ organization }) =>
      inTransaction(database, async (client) => {
        const head = await claimTrailHead(client, organization, { now: clock(), before: lastWeek() })
        if (!head) return
        const { name: organizationName } = await oneRowOf(
          client,
          query.selectFrom('organizations').select('name').where('id', '=', organization),
        )
        for (const { id, name, email } of await ownersOf(client, organization)) {
          const details = { name, organization, organizationName, head }
          await queueMail(client, auditHeadMail, { recipient: email, person: id, details })
        }
      }),
  })

  return [
    mailHead,
    every('1 day at 06:00', {
      name: 'mail-audit-heads',
      title: 'Find organizations whose owners get the seal of the activity',
      async run() {
        const statement = 'select id from organizations_to_anchor($1)'
        const { rows } = await database.query<{ id: string }>(statement, [lastWeek()])
        await enqueueInEach(database, mailHead, rows)
      },
    }),
  ]
}
