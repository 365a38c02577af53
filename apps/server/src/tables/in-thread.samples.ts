import { notATable } from './read-table.ts'

/** For in-thread.test.ts. */
export const tasks = {
  double: (number: number) => number * 2,
  async *countTo(last: number) {
    for (let number = 1; number <= last; number++) yield [number]
    return 'done'
  },
  refuse() {
    throw notATable('Row 2 is wrong')
  },
  fail() {
    throw new TypeError('a defect')
  },
  neverEnd() {
    for (;;) Math.random()
  },
  allocate() {
    const kept: number[][] = []
    for (;;) kept.push(new Array(1_000_000).fill(0.5))
  },
}
