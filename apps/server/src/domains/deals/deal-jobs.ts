import { z } from 'zod'
import { enqueueInEach } from '../../jobs/enqueue.ts'
import { defineJob, every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'
import { drawDocumentJob } from './document-job.ts'
import type { createDocumentRenderer } from './draw-documents.ts'
import type { createDateReminders } from './remind-of-dates.ts'
import type { createRepairJobs } from './repair-deals.ts'

export type DealJobParts = {
  database: Database
  drawDocument: ReturnType<typeof createDocumentRenderer>['drawDocument']
  remindOfDates: ReturnType<typeof createDateReminders>
  repairs: ReturnType<typeof createRepairJobs>
}

export function dealJobs({ database, drawDocument, remindOfDates, repairs }: DealJobParts) {
  const remindInOrganization = defineJob({
    name: 'remind-of-deal-dates-in-organization',
    title: 'Send an organization’s key date and deliverable reminders',
    data: z.object({ organization: z.uuid() }),
    run: ({ organization }) => remindOfDates(organization),
  })

  return [
    ...repairs,
    defineJob({ ...drawDocumentJob, title: 'Generate the PDF of a deal', run: drawDocument }),
    remindInOrganization,
    // Hourly, since local midnight can be at any UTC hour.
    every('1 hour', {
      name: 'remind-of-deal-dates',
      title: 'Schedule key date and deliverable reminders',
      async run() {
        const { rows } = await database.query<{ id: string }>('select id from organizations_to_remind()')
        await enqueueInEach(database, remindInOrganization, rows)
      },
    }),
  ]
}
