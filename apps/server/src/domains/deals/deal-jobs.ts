import { z } from 'zod'
import { enqueueInEach } from '../../jobs/enqueue.ts'
import { defineJob, every } from '../../jobs/job.ts'
import type { Database } from '../../persistence/database.ts'
import { drawDocumentJob } from './document-job.ts'
import type { drawingDocuments } from './draw-documents.ts'
import type { remindingOfDates } from './remind-of-dates.ts'
import type { repairJobs } from './repair-deals.ts'

export type DealJobParts = {
  database: Database
  drawDocument: ReturnType<typeof drawingDocuments>['drawDocument']
  remindOfDates: ReturnType<typeof remindingOfDates>
  repairs: ReturnType<typeof repairJobs>
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
    // Hourly: the local midnight of an organization is at any hour of UTC.
    every('1 hour', {
      name: 'remind-of-deal-dates',
      title: 'Schedule key date and deliverable reminders',
      async run() {
        const { rows } = await database.query<{ id: string }>('select id from organizations_with_deals()')
        await enqueueInEach(database, remindInOrganization, rows)
      },
    }),
  ]
}
