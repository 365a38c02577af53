// Brings a checkout to the point where it can run. Plain JavaScript without dependencies: it runs before anything is installed,
// on whatever Node (20 or later) the machine has.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** The environment for our own commands: the pinned Node and the installed tools come first. */
export const environment = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }

/** Installs what the lock file says, unless that is what is installed. */
export function ensureInstalled() {
  const wanted = hashOf([...packageFiles(), 'package-lock.json'].map((file) => readFileSync(join(root, file))))
  const stamp = join(root, 'node_modules/.installed-from')
  if (stampIs(stamp, wanted)) return
  console.log('Installing what the lock file says (about a minute the first time)…')
  // Not `npm ci`: that insists on optional binaries for every platform. Warnings about the machine's own Node do not apply.
  runOrExit('npm', ['install', '--loglevel=error', '--progress'])
  // Installing may put the lock file into npm's own words.
  writeFileSync(stamp, hashOf([...packageFiles(), 'package-lock.json'].map((file) => readFileSync(join(root, file)))))
}

/** Builds the site and the platform, unless they were built from exactly these files and settings. */
export function ensureBuilt() {
  for (const app of ['site', 'platform']) ensureAppBuilt(app)
}

/** @param {string} app */
function ensureAppBuilt(app) {
  const settings = Object.entries(process.env)
    .filter(([name, value]) => value && /^(VITE_.*|SITE_URL|PLATFORM_URL)$/.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
  const sources = [`apps/${app}`, 'packages'].flatMap(filesBelow).sort()
  const wanted = hashOf([
    ...settings,
    ...sources.flatMap((file) => [file, readFileSync(join(root, file))]),
    readFileSync(join(root, 'package-lock.json')),
  ])
  const stamp = join(root, `apps/${app}/dist/.built-from`)
  if (stampIs(stamp, wanted)) return
  console.log(`Building the ${app}…`)
  runOrExit('npm', ['run', 'build', '--workspace', `@sherpa/${app}`, '--silent'])
  writeFileSync(stamp, wanted)
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
    return ['node_modules', 'build', 'dist', '.react-router'].includes(entry.name) ? [] : filesBelow(path)
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
