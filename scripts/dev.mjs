// npm run dev: the site with hot reload on PORT (3000), the server restarting beside it, one command for both.
import { spawn } from 'node:child_process'
import { ensureInstalled, environment, node, root } from './prepare.mjs'

ensureInstalled()

const sitePort = process.env.PORT ?? '3000'
const serverPort = process.env.SERVER_PORT ?? '3100'
const serverEnvironment = { ...environment, PORT: serverPort, SERVE_SITE: 'off' }
const siteEnvironment = { ...environment, API_ADDRESS: `http://localhost:${serverPort}` }

const processes = [
  spawn(node, ['--watch', 'apps/server/src/server.ts'], { cwd: root, env: serverEnvironment, stdio: 'inherit' }),
  spawn('react-router', ['dev', '--port', sitePort], {
    cwd: `${root}/apps/site`,
    env: siteEnvironment,
    stdio: 'inherit',
  }),
]
const stopAll = () => {
  for (const running of processes) running.kill('SIGTERM')
}
process.on('SIGINT', stopAll)
process.on('SIGTERM', stopAll)
for (const running of processes) {
  running.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    stopAll()
  })
}
