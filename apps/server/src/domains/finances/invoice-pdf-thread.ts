import { drawHere } from '../../pdf/draw-in-thread.ts'
import { drawFeeInvoice } from './invoice-pdf.ts'

drawHere(drawFeeInvoice)
