// npm run test:release: builds a release twice and compares the bytes, then runs it from a read-only folder as an
// unprivileged user (when started as root) at two sets of addresses. `-- --journeys` also runs the site's journeys on it.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase } from '../src/persistence/database.ts'
import { startEmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'
import { signedInOwner } from './signed-in-owner.ts'

const run = promisify(execFile)
const project = join(import.meta.dirname, '../../..')
const MAX_BYTES = 60_000_000
const MAX_READY_MS = 3000
const NOBODY = 65534
const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
/** Those that need no account. */
const SITE_JOURNEYS = ['demo-form', 'every-page', 'frame', 'landing-page', 'other-pages']

let failures = 0
function report(passed: boolean, line: string) {
  if (!passed) failures++
  console.log(`${passed ? '✓' : '✗'} ${line}`)
}

const folder = await mkdtemp(join(tmpdir(), 'sherpa-release-'))
const postgres = await startEmbeddedPostgres(join(folder, 'database'))
try {
  const tarball = await buildTwice()
  const sherpa = await unpack(tarball)
  await checkCommands(sherpa)
  await checkAddresses(sherpa)
  await checkReplacedLink(sherpa)
  if (process.argv.includes('--journeys')) checkJourneys(sherpa)
} finally {
  await postgres.stop()
  // Read-only folders cannot be emptied.
  await run('chmod', ['-R', 'u+w', folder])
  await rm(folder, { recursive: true, force: true })
}
console.log(failures === 0 ? 'The release works.' : `${failures} checks failed.`)
process.exit(failures === 0 ? 0 : 1)

async function buildTwice() {
  const build = async () => {
    for (const app of ['site', 'platform']) {
      for (const output of ['build', 'dist'])
        await rm(join(project, 'apps', app, output), { recursive: true, force: true })
    }
    const built = spawnSync(process.execPath, [join(project, 'scripts/run.mjs'), 'scripts/release/make-release.ts'], {
      cwd: project,
    })
    const [path = ''] = /\/.*\.tar\.gz/.exec(String(built.stdout)) ?? []
    if (!path) throw new Error(`No release was built: ${built.stderr}`)
    return path
  }
  const first = await readFile(await build())
  const path = await build()
  const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: project, encoding: 'utf8' }).stdout.trim()
  report(basename(path).includes(`-${commit}`), `${basename(path)} has the commit in its name`)
  const second = await readFile(path)
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  report(first.equals(second), `same bytes when built twice: ${hash(first)} and ${hash(second)}`)
  report(second.length <= MAX_BYTES, `tarball of ${(second.length / 1e6).toFixed(1)} MB, at most ${MAX_BYTES / 1e6} MB`)
  return path
}

/** Into a folder that nobody may write to, with nothing on the PATH but Node and the system. */
async function unpack(tarball: string) {
  const place = join(folder, 'unpacked')
  for (const made of [place, join(folder, 'node')]) await mkdir(made)
  await run('tar', ['-xzf', tarball, '-C', place])
  await run('chmod', ['-R', 'a-w', place])
  await cp(process.execPath, join(folder, 'node/node'))
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  await mkdir(data)
  if (owner.uid) await chown(data, owner.uid, owner.gid)
  const [name = ''] = await readdir(place)
  return join(place, name, 'bin/sherpa')
}

function environment(settings: Record<string, string> = {}) {
  return {
    PATH: `${join(folder, 'node')}:/usr/bin:/bin`,
    DATABASE_URL: postgres.servingUrl,
    DATABASE_OWNER_URL: postgres.url,
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    DATA_DIRECTORY: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    ...settings,
  }
}

async function command(sherpa: string, args: string[], settings?: Record<string, string>) {
  const child = spawn(sherpa, args, { ...owner, cwd: '/', env: environment(settings) })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}

async function checkCommands(sherpa: string) {
  const fresh = await command(sherpa, ['check'])
  report(fresh.code === 1 && fresh.output.includes('pending'), 'check reports pending migrations of an empty database')
  const migrated = await command(sherpa, ['migrate'])
  report(migrated.code === 0, `migrate: ${migrated.output}`)
  const checked = await command(sherpa, ['check'])
  report(checked.code === 0, `check passes afterwards:\n${checked.output.replace(/^/gm, '    ')}`)
  const staff = await command(sherpa, ['staff:add', 'person@sherpa.example'])
  report(staff.code === 0 && staff.output.includes('/reset-password?token='), 'staff:add prints a link')
  const without = await command(sherpa, ['serve'], { DATABASE_URL: '', DATABASE_OWNER_URL: '' })
  report(without.code === 1 && without.output.startsWith('DATABASE_URL must be set'), `serve: ${without.output}`)
}

async function checkAddresses(sherpa: string) {
  const first = await fetchAll(sherpa, 'sherpa.example')
  const second = await fetchAll(sherpa, 'another-domain.example')
  const wrong = [...first, ...second]
    .filter(([, body]) => /localhost|-address\.invalid/.test(body))
    .map(([path]) => path)
  report(wrong.length === 0, `no localhost in ${first.size} pages at two addresses ${wrong}`)
  const same = [...first].filter(([path, body]) => second.get(path) === body).map(([path]) => path)
  report(same.length === 0, `each page names its address ${same}`)
}

/** Starts the release, and waits until it is ready. */
async function serve(sherpa: string, settings: Record<string, string> = {}) {
  const started = performance.now()
  const child = spawn(sherpa, ['serve'], {
    ...owner,
    cwd: '/',
    env: environment({ ...settings, PORT: '0', PLATFORM_PORT: '0' }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const exit = once(child, 'exit')
  const urls = () => ['Site', 'Platform'].map((name) => new RegExp(`${name} +(http\\S+)`).exec(output)?.[1])
  while (!urls()[0]) {
    if (child.exitCode !== null) throw new Error(`The release did not start: ${output}`)
    await pause(10)
  }
  const [site = '', platform = ''] = urls()
  while ((await fetch(`${site}/readyz`)).status !== 200) await pause(10)
  const stop = () => {
    child.kill('SIGTERM')
    return exit
  }
  return { site, platform, stop, readyMs: performance.now() - started }
}

/** Starts the release at a domain and fetches everything that depends on it. */
async function fetchAll(sherpa: string, domain: string) {
  const { site, platform, stop, readyMs } = await serve(sherpa, {
    SITE_URL: `https://www.${domain}`,
    PLATFORM_URL: `https://app.${domain}`,
  })
  report(readyMs <= MAX_READY_MS, `ready after ${(readyMs / 1000).toFixed(2)} s, at most ${MAX_READY_MS / 1000} s`)

  const bodies = new Map<string, string>()
  const manifestOf = async (app: string) =>
    JSON.parse(await readFile(join(dirname(sherpa), `../apps/${app}/dist/manifest.json`), 'utf8')) as {
      files: Record<string, { addressed?: boolean }>
    }
  for (const [app, origin] of [
    ['site', site],
    ['platform', platform],
  ] as const) {
    for (const [path, { addressed }] of Object.entries((await manifestOf(app)).files)) {
      if (addressed) bodies.set(`${app} ${path}`, await (await fetch(origin + path)).text())
    }
  }
  await stop()
  return bodies
}

/**
 * As docs/operations-release.md installs: a server runs through a link, which moves to another release. Only then it
 * loads its threads for PDFs and tables, for the first time.
 */
async function checkReplacedLink(sherpa: string) {
  const link = join(folder, 'sherpa')
  await symlink(dirname(dirname(sherpa)), link)
  const { site, stop } = await serve(join(link, 'bin/sherpa'))
  const next = join(folder, 'next-release')
  await mkdir(next)
  await symlink(next, `${link}.new`)
  await rename(`${link}.new`, link)

  const database = openDatabase(postgres.url)
  const { organization, token } = await signedInOwner(database)
  await database.end()
  const ask = (method: string, path: string, body: string, type = 'application/json') =>
    fetch(`${site}/api/organizations/${organization}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) },
      ...(body && { body }),
    })
  const table = await ask('POST', '/imports?name=roster.csv', 'First name,Last name\nJo,Žižek', 'text/csv')
  report(table.status === 201, `the link moved while it served: a table is read (${table.status})`)
  const added = await ask(
    'POST',
    '/athletes',
    JSON.stringify({ givenName: 'Jo', familyName: 'Žižek', level: 'pro', stage: 'signed' }),
  )
  const { id } = (await added.json()) as { id: string }
  const pdf = await ask('GET', `/finances/statements/${id}/pdf?from=2026-01-01&until=2026-12-31`, '')
  const bytes = Buffer.from(await pdf.arrayBuffer())
  report(bytes.subarray(0, 5).toString() === '%PDF-', `and a PDF of ${bytes.length} bytes is drawn (${pdf.status})`)
  await stop()
}

function checkJourneys(sherpa: string) {
  const env = {
    ...process.env,
    ...environment(),
    PATH: `${join(folder, 'node')}:${process.env.PATH}`,
    E2E_COMMAND: `${sherpa} serve`,
    E2E_SERVERS: '1',
  }
  const files = SITE_JOURNEYS.map((name) => `e2e/${name}.test.ts`)
  const { status } = spawnSync('npx', ['playwright', 'test', ...files, '--reporter=line'], {
    cwd: project,
    env,
    stdio: 'inherit',
  })
  report(status === 0, 'the journeys of the site')
}
