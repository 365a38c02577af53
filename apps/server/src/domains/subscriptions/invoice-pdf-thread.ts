import { runRenderWorker } from '../../pdf/draw-in-thread.ts'
import { drawInvoice } from './invoice-pdf.ts'

runRenderWorker(drawInvoice)
