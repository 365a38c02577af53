// Brings a checkout to the point where it can run. Plain JavaScript without dependencies: it runs before anything is installed,
// on whatever Node (20 or later) the machine has.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingNativeParts, thisMachine } from './native-parts.mjs'
import { oneProcessAtATime } from './one-process-at-a-time.mjs'

export const root = join(import.meta.dirname, '..')

/** The pinned Node 24 that everything but these scripts runs on. */
export const node = join(root, 'node_modules/node/bin/node')

// Who chooses other ports gets links that lead there.
for (const { address, port } of [
  { address: 'SITE_URL', port: process.env.PORT },
  { address: 'PLATFORM_URL', port: process.env.PLATFORM_PORT },
]) {
  if (port && port !== '0') process.env[address] ||= `http://localhost:${port}`
}

/** The environment for our own commands: the pinned Node and the installed tools come first. Programs start sooner the second time. */
export const environment = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.compiled'),
}

const installedFrom = join(root, 'node_modules/.installed-from')

/** Installs what the lock file says, unless that is what is installed. */
export function ensureInstalled() {
  ensure(() => stampIs(installedFrom, installationWanted()), install)
}

/** Builds the site and the platform, unless they were built from exactly these files and settings. */
export function ensureBuilt() {
  for (const app of ['site', 'platform']) {
    ensure(
      () => stampIs(stampOf(app), buildWanted(app)) && hasAllFiles(app),
      () => build(app),
    )
  }
}

/**
 * Starts that find the same work to do take turns; whoever comes second finds it done.
 *
 * @param {() => boolean} isDone @param {() => void} work
 */
function ensure(isDone, work) {
  if (isDone()) return
  oneProcessAtATime(
    join(root, 'node_modules/.turns'),
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
  // Not `npm ci`: that insists on optional binaries for every platform. Warnings about the machine's own Node do not apply.
  const command = ['install', '--loglevel=error', '--progress']
  if (missing.length === 0) {
    console.log('Installing what the lock file says (about a minute the first time)…')
    runOrExit('npm', command)
  } else {
    const name = [machine.platform, machine.arch, machine.libc].filter(Boolean).join(' ')
    console.log(
      `The lock file has no parts for this system (${name}: ${missing.join(', ')}), so this installs without it: the newest versions that the package files allow, which nobody has tried together…`,
    )
    runOrExit('npm', [...command, '--no-package-lock'])
  }
  // Installing may put the lock file into npm's own words.
  writeFileSync(installedFrom, installationWanted())
}

function installationWanted() {
  return hashOf([...packageFiles(), 'package-lock.json'].map((file) => readFileSync(join(root, file))))
}

/** @param {string} app */
function build(app) {
  const wanted = buildWanted(app)
  console.log(`Building the ${app}…`)
  runOrExit('npm', ['run', 'build', '--workspace', `@sherpa/${app}`, '--silent'])
  writeFileSync(stampOf(app), wanted)
}

/** @param {string} app */
function buildWanted(app) {
  const settings = Object.entries(process.env)
    .filter(([name, value]) => value && /^(VITE_.*|SITE_URL|PLATFORM_URL)$/.test(name))
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
  /** @type {{ files: Record<string, { file: string, compressed: boolean }> }} */
  const { files } = JSON.parse(readFileSync(manifest, 'utf8'))
  return Object.values(files).every(({ file, compressed }) =>
    (compressed ? ['', '.br', '.gz'] : ['']).every((ending) => existsSync(join(dist, file + ending))),
  )
}

/** @param {string} command @param {string[]} args */
function runOrExit(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, env: environment, stdio: 'inherit' })
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
function filesBelow(folder) {
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
