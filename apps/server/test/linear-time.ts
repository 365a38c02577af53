import { processorTime } from './processor-time.ts'

const SHORT = 4000
const LONG = 4 * SHORT
/** Below, the time of a short text is mostly noise. A quadratic pattern needs far more for a long one. */
const NOTICEABLE_MS = 40
const MOST_RATIO = 8

/**
 * The beginning of a text for which the time grows faster than its length: four times the text may take four times as
 * long, not sixteen times.
 */
export async function findQuadratic(work: (text: string) => unknown, makers: readonly ((length: number) => string)[]) {
  for (const make of makers) {
    const timeFor = (length: number) => {
      const text = make(length)
      return processorTime(() => work(text))
    }
    // What is worse than quadratic must not run on a long text.
    if ((await timeFor(SHORT / 4)) > 20 * NOTICEABLE_MS) return make(12)
    if ((await timeFor(LONG)) < NOTICEABLE_MS) continue
    const fastest = async (length: number) =>
      Math.min(await timeFor(length), await timeFor(length), await timeFor(length))
    if ((await fastest(LONG)) > MOST_RATIO * (await fastest(SHORT))) return make(12)
  }
  return undefined
}
