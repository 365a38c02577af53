import { runRenderWorker } from '../../pdf/draw-in-thread.ts'
import { drawStatement } from './statement-pdf.ts'

runRenderWorker(drawStatement)
