/** Seeded pseudo-random integers from `least` to `most`, for reproducible failures. */
export function seededRandom(seed: number) {
  let state = seed
  return (least: number, most: number) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return least + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (most - least + 1))
  }
}
