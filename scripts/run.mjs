// Prepares the checkout, then runs a program on the pinned Node: benches, long tests, database types.
import { spawnSync } from 'node:child_process'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, environment, node, root } from './prepare.mjs'

const withoutPages = [
  'src/persistence/write-schema.ts',
  'test/import-score.ts',
  'test/sonar.ts',
  'test/failover.ts',
  'test/restore.ts',
].map((file) => `apps/server/${file}`)
const [program = '', ...rest] = process.argv.slice(2)
ensureInstalled()
if (!withoutPages.includes(program)) ensureBuilt()
if (program === 'bench/pages.ts' || rest.includes('--journeys')) await ensureBrowser()
process.exit(spawnSync(node, [program, ...rest], { cwd: root, env: environment, stdio: 'inherit' }).status ?? 1)
