// npm run dev: site on PORT (3000) and platform on PLATFORM_PORT (3001) with hot reload, and a server that restarts on changes.
import { spawn } from 'node:child_process'
import { ensureInstalled, environment, node, root } from './prepare.mjs'

ensureInstalled()

const sitePort = process.env.PORT ?? '3000'
const platformPort = process.env.PLATFORM_PORT ?? '3001'
const serverPort = process.env.SERVER_PORT ?? '3100'
const serverEnvironment = { ...environment, PORT: serverPort, SERVE_SITE: 'off', DRAIN_SECONDS: '0' }
const appEnvironment = { ...environment, API_ADDRESS: `http://localhost:${serverPort}` }

const processes = [
  spawn(node, ['--watch', 'apps/server/src/server.ts'], { cwd: root, env: serverEnvironment, stdio: 'inherit' }),
  spawn('react-router', ['dev', '--port', sitePort], {
    cwd: `${root}/apps/site`,
    env: appEnvironment,
    stdio: 'inherit',
  }),
  spawn('vite', ['--port', platformPort, '--strictPort'], {
    cwd: `${root}/apps/platform`,
    env: appEnvironment,
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
