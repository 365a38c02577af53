import { defineJob, every } from '../../jobs/job.ts'
import { drawDocumentJob } from './document-job.ts'
import type { drawingDocuments } from './draw-documents.ts'
import type { remindingOfDates } from './remind-of-dates.ts'
import type { repairJobs } from './repair-deals.ts'

export type DealJobParts = {
  drawDocument: ReturnType<typeof drawingDocuments>['drawDocument']
  remindOfDates: ReturnType<typeof remindingOfDates>
  repairs: ReturnType<typeof repairJobs>
}

export function dealJobs({ drawDocument, remindOfDates, repairs }: DealJobParts) {
  return [
    ...repairs,
    defineJob({ ...drawDocumentJob, title: 'Draw the document of a deal', run: drawDocument }),
    every('1 hour', {
      name: 'remind-of-deal-dates',
      title: 'Remind of dates and deliverables of deals',
      run: remindOfDates,
    }),
  ]
}
