import { drawHere } from '../../pdf/draw-in-thread.ts'
import { drawInvoice } from './invoice-pdf.ts'

drawHere(drawInvoice)
