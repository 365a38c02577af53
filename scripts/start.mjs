// npm start: installs and builds what is not there yet, then serves.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, environment, node, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()

const server = spawn(node, ['apps/server/src/server.ts'], { cwd: root, env: environment, stdio: 'inherit' })
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
