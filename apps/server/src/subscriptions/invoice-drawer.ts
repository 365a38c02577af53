import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '@sherpa/contracts/problem'
import type { InvoicePaper } from './invoice-paper.ts'

/** Far more than there ever are at once; whoever comes after them is asked to come back. */
const MOST_WAITING = 200
const RETRY_SECONDS = 10
/** A drawing takes a fraction of a second. */
const DRAWING_MS = 30_000

export type DrawInvoice = (paper: InvoicePaper) => Promise<Uint8Array>

/**
 * Draws invoices in a thread of its own, one after the other: a drawing keeps a processor busy for a fifth of a second, and
 * nobody else should wait for that. The thread starts with the first invoice, and ends with the process.
 */
export function invoiceDrawer(): DrawInvoice {
  let thread: Worker | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  return async (paper) => {
    if (waiting >= MOST_WAITING) throw new Refusal('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    waiting++
    const drawn = last.then(() => draw(paper)).finally(() => waiting--)
    last = drawn.catch(() => undefined)
    return drawn
  }

  async function draw(paper: InvoicePaper): Promise<Uint8Array> {
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
  }
}

function startThread() {
  const thread = new Worker(new URL('./draw-invoices-thread.ts', import.meta.url))
  thread.unref()
  return thread
}
