// Installs and builds a checkout. Plain JavaScript without dependencies: it runs before anything is installed, on Node 20 or later.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingNativeParts, thisMachine } from './native-parts.mjs'
import { oneProcessAtATime } from './one-process-at-a-time.mjs'

export const root = join(import.meta.dirname, '..')

/** Pinned Node 24 for everything except these scripts. */
export const node = join(root, 'node_modules/node/bin/node')

// Default URLs follow custom ports.
for (const { address, port } of [
  { address: 'SITE_URL', port: process.env.PORT },
  { address: 'PLATFORM_URL', port: process.env.PLATFORM_PORT },
]) {
  if (port && port !== '0') process.env[address] ||= `http://localhost:${port}`
}

/** Environment of our commands: pinned Node, installed tools, Node's compile cache. */
export const environment = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.compiled'),
}

const installedFrom = join(root, 'node_modules/.installed-from')

/** Installs unless lock file and package files are unchanged since the last installation. */
export function ensureInstalled() {
  ensure(() => stampIs(installedFrom, installationWanted()), install)
}

/** Builds site and platform unless sources and settings are unchanged and the output is complete. */
export function ensureBuilt() {
  for (const app of ['site', 'platform']) {
    ensure(
      () => stampIs(stampOf(app), buildWanted(app)) && hasAllFiles(app),
      () => build(app),
    )
  }
}

/**
 * Concurrent starts are serialized, and later ones find the work done.
 *
 * @param {() => boolean} isDone @param {() => void} work
 */
function ensure(isDone, work) {
  if (isDone()) return
  oneProcessAtATime(
    join(root, '.turns'),
    () => {
      if (!isDone()) work()
    },
    () => console.log('Another start is installing or building here; waiting until it is done…'),
  )
}

function install() {
  rmSync(installedFrom, { force: true })
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const machine = thisMachine()
  const missing = missingNativeParts(lock, machine)
  // Warnings about the system's Node do not apply.
  const options = ['--loglevel=error', '--progress']
  if (missing.length === 0) {
    console.log('Installing what the lock file says (about a minute the first time)…')
    // `npm ci` would delete packages under a server that is running from an earlier installation.
    runOrExit('npm', [existsSync(node) ? 'install' : 'ci', ...options])
  } else {
    const name = [machine.platform, machine.arch, machine.libc].filter(Boolean).join(' ')
    console.log(
      `The lock file has no parts for this system (${name}: ${missing.join(', ')}), so this installs without it: the newest versions that the package files allow, which nobody has tried together…`,
    )
    runOrExit('npm', ['install', ...options, '--no-package-lock'])
  }
  // Hashed after the installation, because npm may reformat the lock file.
  writeFileSync(installedFrom, installationWanted())
}

function installationWanted() {
  return hashOf([...packageFiles(), 'package-lock.json'].map((file) => readFileSync(join(root, file))))
}

/** @param {string} app */
function build(app) {
  const wanted = buildWanted(app)
  console.log(`Building the ${app}…`)
  // Tests that build on demand have another NODE_ENV.
  runOrExit('npm', ['run', 'build', '--workspace', `@sherpa/${app}`, '--silent'], { NODE_ENV: 'production' })
  writeFileSync(stampOf(app), wanted)
}

/** @param {string} app */
function buildWanted(app) {
  const settings = Object.entries(process.env)
    .filter(([name, value]) => value && name.startsWith('VITE_'))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
  const sources = [`apps/${app}`, 'packages'].flatMap(filesBelow).sort()
  return hashOf([
    ...settings,
    ...sources.flatMap((file) => [file, readFileSync(join(root, file))]),
    readFileSync(join(root, 'package-lock.json')),
  ])
}

/** @param {string} app */
function stampOf(app) {
  return join(root, `apps/${app}/dist/.built-from`)
}

/** @param {string} app */
function hasAllFiles(app) {
  const dist = join(root, `apps/${app}/dist`)
  const manifest = join(dist, 'manifest.json')
  if (!existsSync(manifest)) return false
  /** @type {{ files: Record<string, { file: string, compressed: boolean, addressed?: boolean }> }} */
  const { files } = JSON.parse(readFileSync(manifest, 'utf8'))
  return Object.values(files).every(({ file, compressed, addressed }) =>
    (compressed && !addressed ? ['', '.br', '.gz'] : ['']).every((ending) => existsSync(join(dist, file + ending))),
  )
}

/** @param {string} command @param {string[]} args @param {Record<string, string>} more */
function runOrExit(command, args, more = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, env: { ...environment, ...more }, stdio: 'inherit' })
  if (status === 0) return
  console.error(`"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : '; the lines above say why'}.`)
  process.exit(1)
}

function packageFiles() {
  const workspaces = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`),
  )
  return ['package.json', ...workspaces.filter((file) => existsSync(join(root, file)))]
}

/** @param {string} folder @returns {string[]} */
export function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return ['node_modules', 'build', 'dist', 'dist.new', '.react-router'].includes(entry.name) ? [] : filesBelow(path)
  })
}

/** @param {(string | Buffer)[]} parts */
function hashOf(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

/** @param {string} stamp @param {string} wanted */
function stampIs(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}
