import { runRenderWorker } from '../../pdf/draw-in-thread.ts'
import { drawFeeInvoice } from './invoice-pdf.ts'

runRenderWorker(drawFeeInvoice)
