import { defineJob } from '../../jobs/job.ts'
import { drawDocumentJob } from './document-job.ts'
import type { createDocumentRenderer } from './draw-documents.ts'
import type { createHourlyJobs } from './remind-of-dates.ts'
import type { createRepairJobs } from './repair-deals.ts'

export type DealJobParts = {
  drawDocument: ReturnType<typeof createDocumentRenderer>['drawDocument']
  hourly: ReturnType<typeof createHourlyJobs>
  repairs: ReturnType<typeof createRepairJobs>
}

export function dealJobs({ drawDocument, hourly, repairs }: DealJobParts) {
  return [
    ...repairs,
    defineJob({ ...drawDocumentJob, title: 'Generate the PDF of a deal', run: drawDocument }),
    ...hourly,
  ]
}
