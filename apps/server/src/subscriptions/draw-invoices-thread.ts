import { parentPort } from 'node:worker_threads'
import type { InvoicePaper } from './invoice-paper.ts'
import { drawInvoice } from './invoice-pdf.ts'

/** The thread of invoice-drawer.ts: a paper comes in, its PDF goes out. What fails ends the thread, and its starter hears why. */
parentPort?.on('message', async (paper: InvoicePaper) => parentPort?.postMessage(await drawInvoice(paper)))
