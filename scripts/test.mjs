// npm test: all steps. `npm test -- unit` runs one step, `npm test -- changed` the affected tests.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { ensureBrowser } from './browser.mjs'
import { changedSteps } from './changed.mjs'
import { inOrder } from './in-order.mjs'
import { ensureInstalled, environment, root } from './prepare.mjs'
import { unitFailuresFile } from './unit-failures.mjs'

/** @typedef {import('./changed.mjs').Step} Step */

const BUILD = `node -e "import('./scripts/prepare.mjs').then((prepare) => prepare.ensureBuilt())"`

/**
 * Static checks run sequentially, in parallel with the unit tests, which mostly wait for the database.
 *
 * @type {Step[]}
 */
const allSteps = [
  { name: 'build', command: BUILD },
  { name: 'format and lint', command: 'biome ci --error-on-warnings', after: ['build'] },
  {
    name: 'types',
    command: 'tsc -p tsconfig.json && tsc -p apps/site/tsconfig.json && tsc -p apps/platform/tsconfig.json',
    after: ['format and lint'],
  },
  { name: 'dead code', command: 'knip', after: ['types'] },
  { name: 'unit', command: 'vitest run', after: ['build'] },
  { name: 'browser', command: 'playwright test', after: ['build', 'unit'] },
]

ensureInstalled()
rmSync(unitFailuresFile, { force: true })

const steps = choose(process.argv.slice(2))
if (steps.some(({ name }) => name === 'unit' || name === 'browser')) await ensureBrowser()

const started = Date.now()
const print = inOrder(steps.map(({ name }) => name))
/** @type {Map<string, Promise<{ name: string, passed: boolean, seconds: number }>>} */
const running = new Map()
for (const step of steps) running.set(step.name, run(step))
const results = await Promise.all(running.values())

console.log('\n=== summary')
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? '✓' : '✗'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s`)
}
if (existsSync(unitFailuresFile)) console.log(readFileSync(unitFailuresFile, 'utf8'))
const failed = results.filter((result) => !result.passed).length
console.log(`${results.length - failed} passed, ${failed} failed in ${((Date.now() - started) / 1000).toFixed(1)} s`)
process.exit(failed || results.length === 0 ? 1 : 0)

/** @param {string[]} names @returns {Step[]} */
function choose(names) {
  if (names.length === 0) return allSteps
  if (names.includes('changed')) return changedSteps(allSteps)
  const isNeeded = (/** @type {Step} */ { name }) =>
    names.includes(name) || (name === 'build' && (names.includes('unit') || names.includes('browser')))
  return allSteps.filter(isNeeded)
}

/** @param {Step} step */
async function run({ name, command, after = [] }) {
  await Promise.all(after.map((earlier) => running.get(earlier)))
  const from = Date.now()
  const child = spawn(command, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'], shell: true })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => print.write(name, data))
  /** @type {number | null} */
  const status = await new Promise((exited) => child.on('close', exited))
  print.end(name)
  return { name, passed: status === 0, seconds: (Date.now() - from) / 1000 }
}
