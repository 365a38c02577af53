import { runRenderWorker } from '../../pdf/draw-in-thread.ts'
import { drawDeal } from './deal-pdf.ts'

runRenderWorker(drawDeal)
