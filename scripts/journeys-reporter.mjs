// Playwright reporter that stores durations and counts journeys.
import { relative } from 'node:path'
import { root } from './prepare.mjs'
import { count } from './test-counts.mjs'
import { noteDurations } from './test-durations.mjs'

export default class JourneysReporter {
  /** @type {Map<string, number>} */
  #durations = new Map()

  /** @param {import('@playwright/test/reporter').TestCase} test @param {import('@playwright/test/reporter').TestResult} result */
  onTestEnd({ location }, { duration }) {
    count('journeys')
    const file = relative(root, location.file)
    this.#durations.set(file, (this.#durations.get(file) ?? 0) + duration)
  }

  onEnd() {
    noteDurations(this.#durations)
  }
}
