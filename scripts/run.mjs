// Prepares the tree, then runs a program on the pinned Node: measurements, long tests, and what writes the types of the database.
import { spawnSync } from 'node:child_process'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, environment, node, root } from './prepare.mjs'

const [program = '', ...rest] = process.argv.slice(2)
ensureInstalled()
if (program !== 'apps/server/src/persistence/write-schema.ts') ensureBuilt()
if (program === 'bench/pages.ts') await ensureBrowser()
process.exit(spawnSync(node, [program, ...rest], { cwd: root, env: environment, stdio: 'inherit' }).status ?? 1)
