import { MOVE_BACK_DAYS } from '@sherpa/contracts/handover'
import { sql } from 'kysely'
import { z } from 'zod'
import { enqueueInEach } from '../../jobs/enqueue.ts'
import { defineJob, every } from '../../jobs/job.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { notify, settleNotifications } from '../notifications/notifications.ts'
import type { HandoverService } from './handover.ts'
import { ownersOf, releaseWorkJob } from './organizations.ts'

export type HandoverJobParts = {
  database: Database
  releaseUnreachable: HandoverService['releaseUnreachable']
  /** Open key dates and deliverables of deals without a lead. */
  countDatesWithoutOwner: (client: Queryable, organization: string) => Promise<number>
  log: { info: (details: object, message: string) => void }
}

export function handoverJobs({ database, releaseUnreachable, countDatesWithoutOwner, log }: HandoverJobParts) {
  const checkInOrganization = defineJob({
    name: 'check-date-owners-in-organization',
    title: 'Check that every date of an organization has an owner',
    data: z.object({ organization: z.uuid() }),
    run: ({ organization }) =>
      inTransaction(database, async (client) => {
        await deleteOldHandovers(client, organization)
        await releaseUnreachable(client, organization, {})
        const count = await countDatesWithoutOwner(client, organization)
        log.info({ organization, datesWithoutOwner: count }, 'checked owners of dates')
        // Yesterday's number is outdated.
        await settleNotifications(client, { organization, kind: 'dates-without-owner', about: {} })
        if (count === 0) return
        for (const { id: person } of await ownersOf(client, organization)) {
          await notify(client, { organization, person, kind: 'dates-without-owner', details: { count } })
        }
      }),
  })

  return [
    defineJob({
      ...releaseWorkJob,
      title: 'Hand over work that a member can no longer open',
      run: ({ organization }) => inTransaction(database, (client) => releaseUnreachable(client, organization, {})),
    }),
    checkInOrganization,
    every('1 day at 05:00', {
      name: 'check-date-owners',
      title: 'Check that every date has an owner',
      async run() {
        const { rows } = await database.query<{ id: string }>('select id from organizations_to_remind()')
        await enqueueInEach(database, checkInOrganization, rows)
      },
    }),
  ]
}

/** They cannot be moved back any more. */
async function deleteOldHandovers(client: Queryable, organization: string) {
  await run(
    client,
    query
      .deleteFrom('handovers')
      .where('organization_id', '=', organization)
      .where(sql<boolean>`at < now() - make_interval(days => ${MOVE_BACK_DAYS})`),
  )
}
