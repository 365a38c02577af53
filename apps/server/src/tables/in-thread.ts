import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '@sherpa/contracts/problem'
import { turns } from '../jobs/in-turn.ts'
import { notATable } from './read-table.ts'

/** Pure functions, and generators of batches. What they take and give is copied between the threads. */
// biome-ignore lint/suspicious/noExplicitAny: each has parameters of its own.
type Tasks = Record<string, (...given: any[]) => unknown>
export type Message = { program: string; task: string; given: unknown[] } | 'next' | 'stop'
export type Answer = {
  value?: unknown
  done?: boolean | undefined
  refused?: ConstructorParameters<typeof Refusal>
  error?: unknown
}

/** The time that one file may take in a thread; 100,000 rows take some seconds. */
const MOST_MS = 60_000
const maxOldGenerationSizeMb = 192
const IDLE_MS = 60_000

/** Files are read one at a time. Rows that were read before do not wait for them. */
const files = createThread({ mostWaiting: 20, maxYoungGenerationSizeMb: 12 })
// A larger young generation costs memory, and saves a quarter of the time.
const rows = createThread({ mostWaiting: 200, maxYoungGenerationSizeMb: 28 })

/**
 * Reads and understands what people send, without the main thread: `tasks` of a program in a worker thread, whose time and
 * memory are limited.
 */
export function inThread<Of extends Tasks>(program: URL, mostMs = MOST_MS) {
  const messageFor = (task: keyof Of & string, given: unknown[]) => ({ program: program.href, task, given })
  return {
    run: <Task extends keyof Of & string>(task: Task, ...given: Parameters<Of[Task]>) =>
      rows(mostMs, async (ask) => (await ask(messageFor(task, given))).value as Awaited<ReturnType<Of[Task]>>),

    /** What reads a file, in the turn of files. */
    runWithFile: <Task extends keyof Of & string>(task: Task, ...given: Parameters<Of[Task]>) =>
      files(mostMs, async (ask) => (await ask(messageFor(task, given))).value as Awaited<ReturnType<Of[Task]>>),

    /** Opens a generator, of which the next batch is read while one is used. */
    read: <Task extends keyof Of & string, Result>(
      task: Task,
      given: Parameters<Of[Task]>,
      use: (batches: ReturnType<Of[Task]>) => Promise<Result>,
    ) =>
      files(mostMs, async (ask) => {
        const batches = batchesOf(ask, messageFor(task, given))
        try {
          return await use(batches as ReturnType<Of[Task]>)
        } finally {
          await batches.return(undefined)
        }
      }),
  }
}
export type InThread<Of extends Tasks> = ReturnType<typeof inThread<Of>>

type Ask = (message: Message) => Promise<Answer>

async function* batchesOf(ask: Ask, first: Message) {
  let asked = ask(first)
  let isDone = false
  try {
    for (;;) {
      const { value, done } = await asked
      isDone = Boolean(done)
      if (done) return value
      asked = ask('next')
      asked.catch(() => undefined)
      yield value
    }
  } finally {
    const rest = isDone ? undefined : await asked.catch(() => ({ done: true }))
    if (rest && !rest.done) await ask('stop')
  }
}

type Sizes = { mostWaiting: number; maxYoungGenerationSizeMb: number }

/** A thread with one task at a time. It starts when needed, and ends when idle or when a task exceeds its limits. */
function createThread({ mostWaiting, maxYoungGenerationSizeMb }: Sizes) {
  const resourceLimits = { maxOldGenerationSizeMb, maxYoungGenerationSizeMb }
  const inTurn = turns({ atOnce: 1, mostWaiting })
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    void worker?.terminate()
    worker = undefined
  }

  function createAsk(mostMs: number): Ask {
    let left = mostMs
    return async (message) => {
      worker ??= new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits }).on('error', end)
      worker.ref()
      const began = performance.now()
      worker.postMessage(message)
      const answered = once(worker, 'message', { signal: AbortSignal.timeout(Math.max(1, Math.ceil(left))) })
      const [answer] = (await answered.catch((error) => {
        end()
        throw sentenceFor(error)
      })) as [Answer]
      worker?.unref()
      left -= performance.now() - began
      if (answer.refused) throw new Refusal(...answer.refused)
      if (answer.error !== undefined) throw answer.error
      return answer
    }
  }

  return <Result>(mostMs: number, work: (ask: Ask) => Promise<Result>) =>
    inTurn(async () => {
      clearTimeout(idle)
      try {
        return await work(createAsk(mostMs))
      } finally {
        idle = setTimeout(end, IDLE_MS).unref()
      }
    })
}

function sentenceFor(error: { name?: string; code?: string }) {
  if (error.name === 'AbortError') return notATable('This file takes too long to read. Split it into smaller files')
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return notATable('This file needs too much memory. Split it into smaller files')
  }
  return error
}
