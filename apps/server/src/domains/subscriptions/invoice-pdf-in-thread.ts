import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { turns } from '../../jobs/in-turn.ts'
import type { InvoicePaper } from './invoice-paper.ts'

/** Far more than there ever are at once. */
const MOST_WAITING = 200
/** A drawing takes a fraction of a second. */
const DRAWING_MS = 30_000

export type DrawInvoice = (paper: InvoicePaper) => Promise<Uint8Array>

/**
 * Draws invoices in a thread of its own, one after the other: a drawing keeps a processor busy, and nobody else should wait for
 * that. The thread starts with the first invoice, and ends with the process.
 */
export function pdfInThread(): DrawInvoice {
  const inTurn = turns({ atOnce: 1, mostWaiting: MOST_WAITING })
  let thread: Worker | undefined

  return (paper) =>
    inTurn(async () => {
      thread ??= startThread()
      thread.postMessage(paper)
      try {
        const [pdf] = await once(thread, 'message', { signal: AbortSignal.timeout(DRAWING_MS) })
        return pdf
      } catch (error) {
        // Whatever state the thread is in, the next invoice gets a new one.
        void thread.terminate()
        thread = undefined
        throw error
      }
    })
}

function startThread() {
  const thread = new Worker(new URL('./invoice-pdf-thread.ts', import.meta.url))
  thread.unref()
  return thread
}
