import { randomInt } from 'node:crypto'

const isDeep = process.env.TESTS === 'deep'

const chosen = process.env.SEED ?? (isDeep ? randomInt(2 ** 31) : undefined)

/** Fixed in the suite, random with TESTS=deep. Titles name it: SEED repeats a run. */
export const seed = Number(chosen ?? 20_261_117)

/** Length of a walk: short in the suite, long with TESTS=deep. */
export const lengthOfWalk = (short: number, long: number) => (isDeep ? long : short)

/** Seeds of several walks. The suite begins with `fixed`. */
export const seeds = (few: number, many: number, fixed = seed) =>
  Array.from({ length: lengthOfWalk(few, many) }, (_, index) => (chosen ? seed : fixed) + index)

/** Seeded random numbers from 0 to below 1 (mulberry32). */
export function createRandom(start = seed) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
