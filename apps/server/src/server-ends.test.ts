// slow: starts twelve servers; represented by apps/server/src/server.test.ts, apps/server/src/config.test.ts
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serverProcesses } from '../test/server-processes.ts'

const processes = serverProcesses()
const { run } = processes

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
  const database = processes.database()
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
  const database = processes.database()
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
