import { z } from 'zod'

/** What is enqueued; who draws is told apart, because it takes more to do it than to ask for it. */
export const drawDocumentJob = {
  name: 'draw-deal-document',
  data: z.object({ organization: z.uuid(), deal: z.uuid(), number: z.int() }),
}
