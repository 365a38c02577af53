// npm run test:release: builds a release twice and compares the bytes, then runs it from a read-only folder as an
// unprivileged user (when started as root) at two sets of addresses. `-- --journeys` also runs the site's journeys on it.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { renderInWorker } from '../src/pdf/draw-in-thread.ts'
import { startEmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'

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
  await checkThreads(sherpa)
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

/** Starts the release at a domain and fetches everything that depends on it. */
async function fetchAll(sherpa: string, domain: string) {
  const addresses = { SITE_URL: `https://www.${domain}`, PLATFORM_URL: `https://app.${domain}` }
  const started = performance.now()
  const child = spawn(sherpa, ['serve'], {
    ...owner,
    cwd: '/',
    env: environment({ ...addresses, PORT: '0', PLATFORM_PORT: '0' }),
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
  const readyMs = performance.now() - started
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
  child.kill('SIGTERM')
  await exit
  return bodies
}

/** PDFs are drawn in threads of their own, which the bundle has to find. */
async function checkThreads(sherpa: string) {
  const thread = pathToFileURL(join(dirname(sherpa), '../apps/server/dist/subscriptions-invoice-pdf-thread.js'))
  const party = { name: 'Ridgeline', addressLines: [], taxId: null }
  const pdf = await renderInWorker<object>(thread)({
    number: 'SH-2026-00001',
    issuer: { ...party, bankDetails: [], paymentInstructions: '' },
    billedTo: { ...party, country: 'US' },
    issuedAt: '2026-11-15T09:00:00Z',
    dueAt: '2026-11-29T09:00:00Z',
    lines: [{ description: 'Žižek', quantity: 1, unitCents: 100, totalCents: 100 }],
    subtotalCents: 100,
    tax: null,
    totalCents: 100,
  })
  report(Buffer.from(pdf).subarray(0, 5).toString() === '%PDF-', `an invoice of ${pdf.length} bytes, drawn in a thread`)
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
