// Two tiers of tests. A unit test is quick unless one of the first lines of its file says why it is slow, and which quick
// files would notice most of what it notices. A journey is slow unless it is tagged: features.mjs names the tests of the
// code that it walks through.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, root } from './prepare.mjs'

const MARKER = /^\/\/ slow: (?<reason>.+); represented by (?<representatives>.+)$/
const FIRST_LINES = 4

/** @typedef {{ reason: string, representatives: string[] }} Slow */

/** @param {string} text @returns {Slow | undefined} */
export function slowness(text) {
  for (const line of text.split('\n', FIRST_LINES)) {
    const { reason, representatives } = MARKER.exec(line)?.groups ?? {}
    if (reason && representatives) return { reason, representatives: representatives.split(', ') }
  }
  return undefined
}

/** The tag of journeys that cross people, servers and modules: always the same few. */
export const QUICK_JOURNEY = /@quick/

/** All test files, from the root of the repository. */
export function testFiles() {
  return ['apps', 'e2e', 'packages', 'scripts'].flatMap(filesBelow).filter((file) => /\.test\.tsx?$/.test(file))
}

const isUnitTest = (/** @type {string} */ file) => !file.startsWith('e2e/')

/** @returns {Map<string, Slow>} */
export function slowFiles() {
  /** @type {Map<string, Slow>} */
  const slow = new Map()
  for (const file of testFiles().filter(isUnitTest)) {
    const found = slowness(readFileSync(join(root, file), 'utf8'))
    if (found) slow.set(file, found)
  }
  return slow
}

/** The unit tests that `TESTS` asks for: `quick`, `slow` or, without it, all. */
export function chosenUnitTests(tests = process.env.TESTS) {
  const slow = slowFiles()
  if (tests === 'slow') return [...slow.keys()]
  return testFiles().filter((file) => isUnitTest(file) && !(tests === 'quick' && slow.has(file)))
}
