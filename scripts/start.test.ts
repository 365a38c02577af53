import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

/** Checkout with the real scripts and fakes of npm, apps and server. */
let tree: string

const FILES = 20

/** Fake npm: logs its arguments and slowly installs or writes the files of an app. */
const npm = `#!${process.execPath}
const { appendFileSync, mkdirSync, rmSync, writeFileSync } = require('node:fs')
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
const asked = process.argv.slice(2).join(' ')
appendFileSync('asked', asked + '\\n')
// Fails if another one is running.
mkdirSync('at-work')
const [, app] = /@sherpa.(.*) --silent/.exec(asked) ?? []
if (app) {
  const dist = 'apps/' + app + '/dist'
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  const files = {}
  for (let number = 0; number < ${FILES}; number++) {
    writeFileSync(dist + '/' + number, '')
    files['/' + number] = { file: String(number), compressed: false }
    pause()
  }
  writeFileSync(dist + '/manifest.json', JSON.stringify({ files }))
} else for (let waited = 0; waited < ${FILES}; waited++) pause()
rmSync('at-work', { recursive: true })
`

/** Fake server: prints the number of files. */
const server = `
import { readdirSync } from 'node:fs'
const count = (app: string) => readdirSync('apps/' + app + '/dist').filter((file) => /^\\d+$/.test(file)).length
console.log('serving ' + count('site') + ' and ' + count('platform'))
`

beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'start-'))
  for (const file of await readdir(import.meta.dirname)) {
    if (file.endsWith('.mjs')) await cp(join(import.meta.dirname, file), join(tree, 'scripts', file))
  }
  await mkdir(join(tree, 'packages'))
  await write('package.json', '{"type":"module"}')
  await write('package-lock.json', '{"packages":{}}')
  await write('apps/site/index.html', '')
  await write('apps/platform/index.html', '')
  await write('apps/server/src/server.ts', server)
  await write('node_modules/.bin/npm', npm, 0o755)
  await mkdir(join(tree, 'node_modules/node/bin'), { recursive: true })
  await symlink(process.execPath, join(tree, 'node_modules/node/bin/node'))
  return () => rm(tree, { recursive: true })
})

async function write(file: string, content: string, mode = 0o644) {
  await mkdir(join(tree, dirname(file)), { recursive: true })
  await writeFile(join(tree, file), content, { mode })
}

const read = (file: string) => readFile(join(tree, file), 'utf8')

/** Runs npm start and returns output and exit code. */
async function start() {
  const starting = spawn(process.execPath, [join(tree, 'scripts/start.mjs')])
  onTestFinished(() => void starting.kill('SIGKILL'))
  let output = ''
  for (const stream of [starting.stdout, starting.stderr]) stream.on('data', (data) => (output += data))
  const [code] = await once(starting, 'close')
  return { code, output }
}

const builds = ['run build --workspace @sherpa/site --silent', 'run build --workspace @sherpa/platform --silent']

test('of concurrent starts one installs and builds, and all serve all files', async () => {
  const starts = await Promise.all([start(), start(), start()])
  for (const { code, output } of starts) {
    expect(output).toContain(`serving ${FILES} and ${FILES}\n`)
    expect(code).toBe(0)
  }
  const waited = starts.filter(({ output }) => output.includes('Another start is installing or building here'))
  expect(waited.length).toBeGreaterThanOrEqual(2)
  expect(await read('asked')).toBe(['install --loglevel=error --progress', ...builds, ''].join('\n'))
})

test('the first installation is a clean one', async () => {
  await rm(join(tree, 'node_modules/node'), { recursive: true })
  await start()
  expect((await read('asked')).split('\n')[0]).toBe('ci --loglevel=error --progress')
})

test('a later start redoes only missing work', async () => {
  await start()
  await rm(join(tree, 'asked'))
  expect((await start()).output).toBe(`serving ${FILES} and ${FILES}\n`)
  await rm(join(tree, 'apps/platform/dist/7'))
  expect((await start()).output).toBe(`Building the platform…\nserving ${FILES} and ${FILES}\n`)
  expect(await read('asked')).toBe(`${builds[1]}\n`)
})

test('on a platform missing in the lock file it warns and leaves the lock file unchanged', async () => {
  const part = `@bundler/binding-${process.platform}-${process.arch}`
  const lock = JSON.stringify({ packages: { 'node_modules/bundler': { optionalDependencies: { [part]: '1.0.0' } } } })
  await write('package-lock.json', lock)
  const { output } = await start()
  expect(output).toMatch(/^The lock file has no parts for this system \(.*\), so this installs without it: .*\n/)
  expect(output).toContain(part)
  expect((await read('asked')).split('\n')[0]).toBe('install --loglevel=error --progress --no-package-lock')
  expect(await read('package-lock.json')).toBe(lock)
})
