// npm test: everything, in the order in which it fails fastest. `npm test -- unit` runs one step.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, environment, root } from './prepare.mjs'
import { unitFailuresFile } from './unit-failures.mjs'

/** @type {{ name: string, run: () => boolean | Promise<boolean> }[]} */
const steps = [
  { name: 'format and lint', run: () => command('biome ci --error-on-warnings') },
  {
    name: 'types',
    run: () => command('tsc -p tsconfig.json && tsc -p apps/site/tsconfig.json && tsc -p apps/platform/tsconfig.json'),
  },
  { name: 'dead code', run: () => command('knip') },
  { name: 'unit', run: async () => built() && (await browser()) && command('vitest run') },
  { name: 'browser', run: async () => built() && (await browser()) && command('playwright test') },
]

ensureInstalled()
rmSync(unitFailuresFile, { force: true })

const chosen = process.argv.slice(2)
const results = []
for (const { name, run } of steps.filter((step) => chosen.length === 0 || chosen.includes(step.name))) {
  console.log(`\n=== ${name}`)
  const started = Date.now()
  const passed = await run()
  results.push({ name, passed, seconds: (Date.now() - started) / 1000 })
}

console.log('\n=== summary')
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? '✓' : '✗'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s`)
}
if (existsSync(unitFailuresFile)) console.log(readFileSync(unitFailuresFile, 'utf8'))
const failed = results.filter((result) => !result.passed).length
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed || results.length === 0 ? 1 : 0)

/** @param {string} line */
function command(line) {
  return spawnSync(line, { cwd: root, env: environment, stdio: 'inherit', shell: true }).status === 0
}

function built() {
  ensureBuilt()
  return true
}

async function browser() {
  await ensureBrowser()
  return true
}
