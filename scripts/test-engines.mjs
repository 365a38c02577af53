// npm run test:engines: journeys in Firefox and WebKit. Not part of `npm test`, which only needs Chromium.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureBuilt, ensureInstalled, environment, root } from './prepare.mjs'

const packages = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
}
const missing = Object.entries(packages).flatMap(([name, program]) => (existsSync(program) ? [] : [name]))
if (missing.length > 0) {
  console.error(`These packages of Debian are missing: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}

ensureInstalled()
ensureBuilt()
const command = ['test', '--config', 'e2e/engines/playwright.config.ts', ...process.argv.slice(2)]
process.exit(
  spawnSync('playwright', command, { cwd: root, env: { ...environment, E2E_SERVERS: '1' }, stdio: 'inherit' }).status ??
    1,
)
