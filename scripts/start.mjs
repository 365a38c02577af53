// npm start: installs and builds if needed, then serves.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, environment, node, root } from './prepare.mjs'
import { serverFlags, serverSettings } from './server-memory.mjs'

ensureInstalled()
ensureBuilt()

const env = { ...serverSettings, ...environment }
const server = spawn(node, [...serverFlags, 'apps/server/src/server.ts'], { cwd: root, env, stdio: 'inherit' })
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
