import { runRenderWorker } from '../../pdf/draw-in-thread.ts'
import { drawPacket } from './packet-pdf.ts'

runRenderWorker(drawPacket)
