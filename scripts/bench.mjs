// npm run bench:…: prepares the tree, then measures.
import { spawnSync } from 'node:child_process'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, environment, node, root } from './prepare.mjs'

const [name = '', ...rest] = process.argv.slice(2)
ensureInstalled()
ensureBuilt()
if (name === 'pages') await ensureBrowser()
process.exit(
  spawnSync(node, [`bench/${name}.ts`, ...rest], { cwd: root, env: environment, stdio: 'inherit' }).status ?? 1,
)
