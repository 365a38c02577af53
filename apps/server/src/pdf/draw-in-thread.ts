import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { turns } from '../jobs/in-turn.ts'

const MAX_WAITING = 200
/** Timeout; rendering takes a fraction of a second. */
const DRAWING_MS = 30_000

export type Draw<Paper> = (paper: Paper) => Promise<Uint8Array>
/** Draws with a program: `renderInWorker`, or a stub in tests that read no PDF. */
export type RenderPdf = <Paper>(program: URL) => Draw<Paper>

/**
 * Renders PDFs in a worker thread, one at a time, to keep the event loop free. The thread starts lazily
 * and ends with the process. Its program calls `runRenderWorker`.
 */
export function renderInWorker<Paper>(program: URL): Draw<Paper> {
  const inTurn = turns({ atOnce: 1, mostWaiting: MAX_WAITING })
  let thread: Worker | undefined

  return (paper) =>
    inTurn(async () => {
      thread ??= startThread(program)
      thread.postMessage(paper)
      try {
        const [pdf] = await once(thread, 'message', { signal: AbortSignal.timeout(DRAWING_MS) })
        return pdf
      } catch (error) {
        // The thread's state is unknown: replace it.
        void thread.terminate()
        thread = undefined
        throw error
      }
    })
}

function startThread(program: URL) {
  const thread = new Worker(program)
  thread.unref()
  return thread
}

/** Runs in the worker thread. An error ends the thread and rejects the caller's promise. */
export function runRenderWorker<Paper>(draw: Draw<Paper>) {
  parentPort?.on('message', async (paper: Paper) => parentPort?.postMessage(await draw(paper)))
}
