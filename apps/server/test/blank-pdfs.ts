import type { RenderPdf } from '../src/pdf/draw-in-thread.ts'
import { pdf } from './sample-files.ts'

/** Blank page with the paper as a comment: drawing costs processor time, and few tests read what was drawn. */
export const blankPdfs: RenderPdf = () => async (paper) =>
  Buffer.concat([pdf, Buffer.from(`% ${JSON.stringify(paper)}\n`)])
