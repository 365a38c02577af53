// npm run staff:add -- person@sherpa.example
import { spawnSync } from 'node:child_process'
import { ensureInstalled, environment, node, root } from './prepare.mjs'

ensureInstalled()
const args = ['apps/server/src/add-staff.ts', ...process.argv.slice(2)]
process.exit(spawnSync(node, args, { cwd: root, env: environment, stdio: 'inherit' }).status ?? 1)
