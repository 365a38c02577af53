import { z } from 'zod'

/** Separate from the handler, so enqueuing does not import the PDF code. */
export const drawDocumentJob = {
  name: 'draw-deal-document',
  data: z.object({ organization: z.uuid(), deal: z.uuid(), number: z.int() }),
}
