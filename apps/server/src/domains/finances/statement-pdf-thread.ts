import { drawHere } from '../../pdf/draw-in-thread.ts'
import { drawStatement } from './statement-pdf.ts'

drawHere(drawStatement)
