import { parentPort } from 'node:worker_threads'
import type { InvoicePaper } from './invoice-paper.ts'
import { drawInvoice } from './invoice-pdf.ts'

/** The thread of invoice-pdf-in-thread.ts: it gets what is on an invoice and answers with the PDF. An error ends the thread, and reaches whoever started it. */
parentPort?.on('message', async (paper: InvoicePaper) => parentPort?.postMessage(await drawInvoice(paper)))
