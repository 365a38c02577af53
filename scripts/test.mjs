// npm test: the quick tier. `npm test -- slow` runs the rest, `deep` everything and what only a night has time for,
// `changed` what a change affects, `unit` or another step that step.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { compareWithBudget } from './budget.mjs'
import { changedSteps } from './changed.mjs'
import { inOrder } from './in-order.mjs'
import { ensureInstalled, environment, root } from './prepare.mjs'
import { measureSteps, STEP } from './processor-seconds.mjs'
import { readCounts } from './test-counts.mjs'
import { unitFailuresFile } from './unit-reporter.mjs'

/** @typedef {import('./changed.mjs').Step} Step */

const BUILD = `node -e "import('./scripts/prepare.mjs').then((prepare) => prepare.ensureBuilt())"`
const countsFile = join(root, '.data/test-counts.txt')

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
  { name: 'journeys', command: 'playwright test', after: ['build', 'unit'] },
]
/** Each sets up servers and faults of its own, so they run one after the other. */
const NIGHTLY = ['engines', 'faults', 'rolling', 'proxies', 'restore']

ensureInstalled()
mkdirSync(join(root, '.data'), { recursive: true })
for (const file of [unitFailuresFile, countsFile]) rmSync(file, { force: true })

const chosen = process.argv.slice(2)
const tier = chosen.length === 0 ? 'quick' : chosen.find((name) => name === 'slow')
const steps = choose()
if (steps.some(({ name }) => name === 'unit' || name === 'journeys')) await ensureBrowser()

const started = Date.now()
const print = inOrder(steps.map(({ name }) => name))
/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => stopAll(signal))

const before = tier && calibrate()
const measuring = measureSteps()
/** @type {Map<string, Promise<{ name: string, passed: boolean, seconds: number }>>} */
const running = new Map()
for (const step of steps) running.set(step.name, run(step))
const results = await Promise.all(running.values())
const seconds = measuring.stop()

console.log('\n=== summary')
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? '✓' : '✗'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s`)
}
if (existsSync(unitFailuresFile)) console.log(readFileSync(unitFailuresFile, 'utf8'))
const isInBudget = !tier || !before || judge(tier, before)
const failed = results.filter((result) => !result.passed).length + (isInBudget ? 0 : 1)
const passed = results.length - results.filter((result) => !result.passed).length
console.log(`${passed} passed, ${failed} failed in ${((Date.now() - started) / 1000).toFixed(1)} s`)
process.exit(failed || results.length === 0 ? 1 : 0)

/** @returns {Step[]} */
function choose() {
  if (chosen.includes('deep')) {
    const nightly = NIGHTLY.map((name, index) => {
      const earlier = NIGHTLY[index - 1] ?? 'journeys'
      return { name, command: `npm run test:${name} --silent`, after: [earlier] }
    })
    return [...allSteps, ...nightly]
  }
  if (chosen.includes('changed')) return changedSteps(allSteps)
  const tests = ['build', 'unit', 'journeys']
  const isNeeded = (/** @type {Step} */ { name }) =>
    tier === 'slow'
      ? tests.includes(name)
      : chosen.includes(name) || (name === 'build' && chosen.some((one) => tests.includes(one)))
  return tier === 'quick' ? allSteps : allSteps.filter(isNeeded)
}

/** Which files the test runners choose (tiers.mjs). */
function testsToRun() {
  if (chosen.includes('deep')) return 'deep'
  // Changed files are named one by one, whatever their tier.
  return chosen.includes('changed') ? '' : (tier ?? 'quick')
}

/** @param {Step} step */
async function run({ name, command, after = [] }) {
  await Promise.all(after.map((earlier) => running.get(earlier)))
  const from = Date.now()
  const child = spawn(command, {
    cwd: root,
    env: { ...environment, TESTS: testsToRun(), TEST_COUNTS: countsFile, [STEP]: name },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: true,
    // A process group, so that a signal reaches all of it.
    detached: true,
  })
  children.add(child)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => print.write(name, data))
  /** @type {number | null} */
  const status = await new Promise((exited) => child.on('close', exited))
  children.delete(child)
  print.end(name)
  return { name, passed: status === 0, seconds: (Date.now() - from) / 1000 }
}

/** PostgreSQL and browsers stop, and what they wrote is removed. @param {'SIGINT' | 'SIGTERM'} signal */
async function stopAll(signal) {
  for (const { pid } of children) if (pid) process.kill(-pid, signal)
  await Promise.all([...children].map((child) => new Promise((exited) => child.on('close', exited))))
  process.exit(130)
}

/** Processor seconds of the calibration; undefined where they cannot be told. */
function calibrate() {
  if (process.platform !== 'linux') return undefined
  const { stdout, stderr } = spawnSync('node', ['scripts/calibrate.mjs'], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  })
  const parts = stdout.trim().split(' + ').map(Number)
  const sum = parts.reduce((total, part) => total + part, 0)
  if (!(sum > 0)) throw new Error(`The calibration failed: ${stderr}`)
  return sum
}

/** Only a merge fails: elsewhere the table is news. @param {'quick' | 'slow' | string} tier @param {number} before */
function judge(tier, before) {
  const budgets = JSON.parse(readFileSync(join(root, 'scripts/test-budget.json'), 'utf8'))
  const measured = { seconds, counts: readCounts(countsFile), calibrations: [before, calibrate() ?? before] }
  const { lines, exceeded, warnings } = compareWithBudget(budgets[tier], measured)
  console.log(lines.join('\n'))
  for (const warning of warnings) console.log(`beyond the budget, unless the machine was busy: ${warning}`)
  for (const excess of exceeded) console.log(`beyond the budget: ${excess}`)
  return exceeded.length === 0 || !process.env.CI
}
