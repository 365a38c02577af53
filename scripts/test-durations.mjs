// Durations of test files, so that long ones start first. `npm run test:durations` keeps those of the last runs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './prepare.mjs'

/** @typedef {Record<string, number>} Durations seconds by file */

const kept = join(root, 'scripts/test-durations.json')
const measured = join(root, '.data/test-durations.json')

/** @param {string} from @returns {Durations} */
const read = (from) => (existsSync(from) ? JSON.parse(readFileSync(from, 'utf8')) : {})

/** Of files that are as long as a few average ones. */
export const keptDurations = read(kept)

/** Adds the files of a run. @param {Iterable<[file: string, milliseconds: number]>} files */
export function noteDurations(files) {
  mkdirSync(dirname(measured), { recursive: true })
  const all = { ...read(measured) }
  for (const [file, milliseconds] of files) all[file] = Math.round(milliseconds / 1000)
  writeFileSync(measured, `${JSON.stringify(all, undefined, 2)}\n`)
}

const WORTH_KNOWING = 5

/** Replaces the committed durations by those measured here. */
export function keepDurations() {
  const long = Object.entries(read(measured)).filter(([, seconds]) => seconds >= WORTH_KNOWING)
  long.sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(kept, `${JSON.stringify(Object.fromEntries(long), undefined, 2)}\n`)
}
