// node scripts/server-command.mjs <program of the server> [arguments]: commands for operators.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, environment, node, root } from './prepare.mjs'

ensureInstalled()
const [program, ...rest] = process.argv.slice(2)
const args = [`apps/server/src/${program}.ts`, ...rest]
process.exit(spawnSync(node, args, { cwd: root, env: environment, stdio: 'inherit' }).status ?? 1)
