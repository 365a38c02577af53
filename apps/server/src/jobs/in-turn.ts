import { Refusal } from '@sherpa/contracts/problem'

const RETRY_SECONDS = 5

/** Limits concurrency. Excess work queues in order without holding resources; a full queue refuses with Retry-After. */
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
