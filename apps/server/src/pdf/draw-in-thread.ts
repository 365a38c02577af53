import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { turns } from '../jobs/in-turn.ts'

/** Far more than there ever are at once. */
const MOST_WAITING = 200
/** A drawing takes a fraction of a second. */
const DRAWING_MS = 30_000

export type Draw<Paper> = (paper: Paper) => Promise<Uint8Array>

/**
 * Draws in a thread of its own, one paper after the other: a drawing keeps a processor busy, and nobody else should wait for that. The
 * thread starts with the first paper, and ends with the process. Its program calls `drawHere`.
 */
export function drawInThread<Paper>(program: URL): Draw<Paper> {
  const inTurn = turns({ atOnce: 1, mostWaiting: MOST_WAITING })
  let thread: Worker | undefined

  return (paper) =>
    inTurn(async () => {
      thread ??= startThread(program)
      thread.postMessage(paper)
      try {
        const [pdf] = await once(thread, 'message', { signal: AbortSignal.timeout(DRAWING_MS) })
        return pdf
      } catch (error) {
        // Whatever state the thread is in, the next paper gets a new one.
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

/** In the thread: it gets what is on a paper and answers with the PDF. An error ends the thread, and reaches whoever started it. */
export function drawHere<Paper>(draw: Draw<Paper>) {
  parentPort?.on('message', async (paper: Paper) => parentPort?.postMessage(await draw(paper)))
}
