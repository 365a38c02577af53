// Two tiers of tests. A test file is quick unless one of its first lines says why it is slow, and which quick files
// would notice most of what it notices.
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

/** All test files, from the root of the repository. */
export function testFiles() {
  return ['apps', 'e2e', 'packages', 'scripts'].flatMap(filesBelow).filter((file) => /\.test\.tsx?$/.test(file))
}

/** @returns {Map<string, Slow>} */
export function slowFiles() {
  /** @type {Map<string, Slow>} */
  const slow = new Map()
  for (const file of testFiles()) {
    const found = slowness(readFileSync(join(root, file), 'utf8'))
    if (found) slow.set(file, found)
  }
  return slow
}

/** What `TESTS` asks the test runners for: `quick`, `slow` or, without it, all files. */
export function chosenFiles(tests = process.env.TESTS) {
  const slow = slowFiles()
  if (tests === 'quick') return testFiles().filter((file) => !slow.has(file))
  return tests === 'slow' ? [...slow.keys()] : testFiles()
}
