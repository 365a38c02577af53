import { z } from 'zod'
import { enqueueInEach } from '../../jobs/enqueue.ts'
import { defineJob, every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'
import type { ViewAlerts } from './view-alerts.ts'

export type ViewJobParts = { database: Database; alerts: Pick<ViewAlerts, 'mailAlerts'> }

export function viewJobs({ database, alerts }: ViewJobParts) {
  const mailInOrganization = defineJob({
    name: 'mail-alerts-in-organization',
    title: 'Mail new rows of an organization’s saved searches',
    data: z.object({ organization: z.uuid() }),
    run: ({ organization }) => alerts.mailAlerts(organization),
  })
  return [
    mailInOrganization,
    // Hourly, since 7:00 in a time zone can be at any UTC hour.
    every('1 hour', {
      name: 'mail-alerts',
      title: 'Schedule mail about saved searches',
      async run() {
        const { rows } = await database.query<{ id: string }>('select id from organizations_with_alerts()')
        await enqueueInEach(database, mailInOrganization, rows)
      },
    }),
  ]
}
