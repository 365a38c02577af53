import { Refusal } from '@sherpa/contracts/problem'

const RETRY_SECONDS = 5

/**
 * Does work of one kind a few at a time. The rest waits in order, without holding anything meanwhile; when too much waits, whoever
 * comes next is asked to come back.
 */
export function turns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    else {
      if (waiting.length >= mostWaiting) throw new Refusal('unavailable', { retryAfterSeconds: RETRY_SECONDS })
      await new Promise<void>((begin) => waiting.push(begin))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
