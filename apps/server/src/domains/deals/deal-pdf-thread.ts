import { drawHere } from '../../pdf/draw-in-thread.ts'
import { drawDeal } from './deal-pdf.ts'

drawHere(drawDeal)
