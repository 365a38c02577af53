// Counts what tests do, for the budget: only what does not depend on the load of the machine.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** File that `npm test` names, to which all processes append. */
const file = process.env.TEST_COUNTS

/** @typedef {'databases' | 'statements' | 'journeys' | 'page loads'} Counted */

/** @param {Counted} name @param {number} [times] */
export function count(name, times = 1) {
  if (file) appendFileSync(file, `${times} ${name}\n`)
}

/** @param {string} from @returns {Partial<Record<Counted, number>>} */
export function readCounts(from) {
  const lines = existsSync(from) ? readFileSync(from, 'utf8').split('\n').filter(Boolean) : []
  /** @type {Partial<Record<string, number>>} */
  const counts = {}
  for (const line of lines) {
    const [, times, name = ''] = /^(\d+) (.+)$/.exec(line) ?? []
    counts[name] = (counts[name] ?? 0) + Number(times)
  }
  return counts
}
