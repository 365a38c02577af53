import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../test/fresh-database.ts'
import { signedInOwner } from '../test/signed-in-owner.ts'

const started: ChildProcess[] = []
let fresh: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

afterEach(() => {
  for (const server of started.splice(0)) server.kill('SIGKILL')
})

/** Starts the real server as a process, by default without the site. */
function run(env: Record<string, string>, program = join(import.meta.dirname, 'server.ts'), flags: string[] = []) {
  const users = { DATABASE_URL: fresh.servingUrl, DATABASE_OWNER_URL: fresh.url }
  const databaseSettings = { ...users, AUTH_SECRET: 'a secret of more than thirty-two characters' }
  const server = spawn(process.execPath, [...flags, program], {
    env: { ...process.env, SERVE_SITE: 'off', ...databaseSettings, LOG_LEVEL: 'silent', DRAIN_SECONDS: '0', ...env },
  })
  started.push(server)
  let output = ''
  server.stdout.on('data', (data) => (output += data))
  server.stderr.on('data', (data) => (output += data))
  const printed = async (pattern: RegExp) => {
    for (;;) {
      const match = pattern.exec(output)
      if (match) return match
      await once(server.stdout, 'data')
    }
  }
  /** The message of its only line. */
  const message = () => JSON.parse(output).msg
  return { server, printed, output: () => output, message, exit: once(server, 'exit') }
}

test('prints its address, completes open requests on SIGTERM and exits cleanly', async () => {
  const { server, printed, output, exit } = run({ PORT: '0' })
  const [, port] = await printed(/Site +http:\/\/localhost:(\d+)/)
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)

  // A half-sent request is still answered after the signal.
  const socket = connect(Number(port), 'localhost')
  await once(socket, 'connect')
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
  server.kill('SIGTERM')
  await printed(/Finishing open requests/)
  socket.write('\r\n')
  const [data] = await once(socket, 'data')
  expect(String(data)).toMatch(/^HTTP\/1\.1 200/)

  expect(await exit).toEqual([0, null])
  // Outside of a terminal, every line is JSON.
  const lines = output().trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 30, msg: expect.stringMatching(/^Sherpa is up\. Site http/) },
    { level: 30, msg: 'Finishing open requests…' },
  ])
})

test('drains: not ready, Connection: close, streams end with a retry', async () => {
  const { organization, token } = await signedInOwner(fresh.database)
  const { server, printed, exit } = run({ PORT: '0', DRAIN_SECONDS: '2' })
  const [, port] = await printed(/Site +http:\/\/localhost:(\d+)/)
  const address = `http://localhost:${port}`
  const openStream = () =>
    fetch(`${address}/api/organizations/${organization}/live`, { headers: { authorization: `Bearer ${token}` } })
  const stream = await openStream()
  const running = async () => (await fresh.database.query('select connections from servers')).rows
  expect(await running()).toEqual([{ connections: 54 }])
  const idle = connect(Number(port), 'localhost')
  const idleClosed = once(idle, 'close').then(() => Date.now())
  idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(idle, 'data')

  const began = Date.now()
  server.kill('SIGTERM')
  await printed(/Draining for 2 seconds/)
  const [ready, plans, second] = await Promise.all([
    fetch(`${address}/readyz`),
    fetch(`${address}/api/plans`),
    openStream(),
  ])
  expect([ready.status, plans.status, plans.headers.get('connection')]).toEqual([503, 200, 'close'])
  for (const { body } of [stream, second]) {
    expect(await new Response(body).text()).toMatch(/\n\nretry: \d+\n\n$/)
  }
  expect((await idleClosed) - began).toBeGreaterThan(1900)
  expect(await exit).toEqual([0, null])
  expect(await running()).toEqual([])
})

test('connections without a complete request do not delay the exit, and jobs stop meanwhile', async () => {
  const { server, printed, exit } = run({ PORT: '0' })
  const [, port] = await printed(/Site +http:\/\/localhost:(\d+)/)
  const [silent, unfinished] = [connect(Number(port), 'localhost'), connect(Number(port), 'localhost')]
  for (const socket of [silent, unfinished]) socket.on('error', () => undefined).resume()
  await Promise.all([silent, unfinished].map((socket) => once(socket, 'connect')))
  unfinished.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
  // Answered after both, so the server has accepted them.
  await fetch(`http://localhost:${port}/healthz`)
  server.kill('SIGTERM')
  await once(silent, 'close')
  expect(server.exitCode).toBe(null)
  expect(await exit).toEqual([0, null])
})

test('skips the drain on SIGINT', async () => {
  const { server, printed, exit } = run({ PORT: '0', DRAIN_SECONDS: '60' })
  await printed(/Site +http:\/\/localhost:(\d+)/)
  server.kill('SIGINT')
  expect(await exit).toEqual([0, null])
})

test('completes a running job on SIGTERM', async () => {
  const { database } = fresh
  const { rows } = await database.query(
    `with place as (insert into organizations (name, kind) values ('Ridgeline', 'agency') returning id),
     bought as (insert into subscriptions (organization_id, plan_id, seats, price_cents, trial_ends_at)
       select id, 'agency-starter', 2, 4900, now() from place returning id, organization_id)
     insert into jobs (name, organization_id, data)
       select 'bring-subscription-up-to-date', organization_id, jsonb_build_object('organization', organization_id, 'subscription', id)
       from bought returning id as job, data->>'subscription' as subscription`,
  )
  const { job, subscription } = rows[0]
  // The job waits for this lock.
  const holder = await database.connect()
  await holder.query('begin')
  await holder.query('select from subscriptions where id = $1 for update', [subscription])

  const { server, printed, exit } = run({ PORT: '0' })
  const state = async () => (await database.query('select state from jobs where id = $1', [job])).rows[0]?.state
  await expect.poll(state, { timeout: 20_000 }).toBe('running')
  server.kill('SIGTERM')
  await printed(/Finishing open requests/)
  expect(server.exitCode).toBe(null)
  await holder.query('commit')
  holder.release()

  expect(await exit).toEqual([0, null])
  expect(await state()).toBe(undefined)
  const after = await database.query('select status from subscriptions where id = $1', [subscription])
  expect(after.rows).toEqual([{ status: 'active' }])
})

test('exits with a clear message if the port is in use', async () => {
  const occupant = createServer().listen(0, 'localhost')
  await once(occupant, 'listening')
  const { port } = occupant.address() as AddressInfo
  const { message, exit } = run({ PORT: String(port) })
  expect((await exit)[0]).toBe(1)
  expect(message()).toBe(`Port ${port} is already in use: stop what runs there, or choose another with PORT=…`)
  occupant.close()
})

test('exits with a clear message on an invalid setting', async () => {
  const { message, exit } = run({ PORT: 'http' })
  expect((await exit)[0]).toBe(1)
  expect(message()).toBe('PORT must be a port number from 0 to 65535, not "http".')
})

test('exits with a clear message if the host is not a local address', async () => {
  const { message, exit } = run({ PORT: '0', HOST: '192.0.2.1' })
  expect((await exit)[0]).toBe(1)
  expect(message()).toBe('HOST 192.0.2.1 is not an address of this machine.')
})

test('exits with a clear message without the password if the database refuses the connection', async () => {
  const { output, message, exit } = run({ PORT: '0', DATABASE_URL: 'postgres://sherpa:secret@127.0.0.1:1/sherpa' })
  expect((await exit)[0]).toBe(1)
  expect(message()).toMatch(/^The database at DATABASE_URL does not let us in \(ECONNREFUSED\): /)
  expect(output()).not.toContain('secret')
})

test('exits with a clear message if DATABASE_URL is set without AUTH_SECRET', async () => {
  const { message, exit } = run({ PORT: '0', AUTH_SECRET: '' })
  expect((await exit)[0]).toBe(1)
  expect(message()).toMatch(/^AUTH_SECRET must be set beside DATABASE_URL: /)
})

test('exits with a clear message if nothing was built', async () => {
  const tree = await mkdtemp(join(tmpdir(), 'unbuilt-'))
  onTestFinished(() => rm(tree, { recursive: true }))
  await cp(import.meta.dirname, join(tree, 'apps/server/src'), { recursive: true })
  const root = join(import.meta.dirname, '../../..')
  for (const modules of ['node_modules', 'apps/server/node_modules']) {
    await symlink(join(root, modules), join(tree, modules))
  }
  const { message, exit } = run({ PORT: '0', SERVE_SITE: 'on' }, join(tree, 'apps/server/src/server.ts'))
  expect((await exit)[0]).toBe(1)
  // Site and platform are read at the same time.
  const manifests = ['site', 'platform'].map((app) => join(tree, `apps/${app}/dist/manifest.json`))
  const messages = manifests.map((path) => `${path} is missing: run npm start, which builds what is not complete.`)
  expect(messages).toContain(message())
})

test('stops when a contract of a newer release was applied', async () => {
  const { database } = fresh
  // Of starts that failed.
  await database.query('delete from servers')
  const { printed, output, exit } = run({ PORT: '0' })
  await printed(/Site +http:\/\/localhost:(\d+)/)
  await database.query("insert into migrations (name, kind) values ('9999_newer.sql', 'contract')")
  onTestFinished(() => void database.query("delete from migrations where name = '9999_newer.sql'"))
  expect(await exit).toEqual([1, null])
  expect(output()).toContain('The database has 9999_newer.sql, which this release does not know')
  expect((await database.query('select from servers')).rowCount).toBe(0)
})

test('a trace collector that never answers does not hold up the exit', async () => {
  const asked = Promise.withResolvers<void>()
  const collector = createServer(
    (socket) => void socket.once('data', () => asked.resolve()).on('error', () => undefined),
  )
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void collector.close())
  const { port: collectorPort } = collector.address() as AddressInfo
  const { server, printed, exit } = run({
    PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  const [, port] = await printed(/Site +http:\/\/localhost:(\d+)/)
  await fetch(`http://localhost:${port}/api/plans`)
  await asked.promise
  server.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

test('loads OpenTelemetry only if there is an endpoint for traces', async () => {
  const flags = ['--import', join(import.meta.dirname, '../test/list-modules.ts')]
  const loadedWith = async (env: Record<string, string>) => {
    const { server, printed, output, exit } = run({ PORT: '0', ...env }, undefined, flags)
    const [, port] = await printed(/Site +http:\/\/localhost:(\d+)/)
    await fetch(`http://localhost:${port}/api/plans`)
    server.kill('SIGTERM')
    await exit
    return JSON.parse(output().trim().split('\n').at(-1) ?? '').packages
  }
  expect(await loadedWith({})).toEqual([])
  const loaded = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  expect(loaded).toEqual(expect.arrayContaining(['sdk-trace', 'exporter-trace-otlp-http']))
})
