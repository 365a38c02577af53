import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../test/fresh-database.ts'

const started: ChildProcess[] = []
let fresh: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

afterEach(() => {
  for (const server of started.splice(0)) server.kill('SIGKILL')
})

/** Runs the real server; it serves no site, which most of these tests do not need. */
function run(env: Record<string, string>, program = join(import.meta.dirname, 'server.ts')) {
  const users = { DATABASE_URL: fresh.servingUrl, DATABASE_OWNER_URL: fresh.url }
  const ofTheDatabase = { ...users, AUTH_SECRET: 'a secret of more than thirty-two characters' }
  const server = spawn(process.execPath, [program], {
    env: { ...process.env, SERVE_SITE: 'off', ...ofTheDatabase, LOG_LEVEL: 'silent', ...env },
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
  return { server, printed, output: () => output, exit: once(server, 'exit') }
}

test('it says where it serves, finishes what it is doing on SIGTERM, and exits cleanly', async () => {
  const { server, printed, exit } = run({ PORT: '0' })
  const [, port] = await printed(/Site +http:\/\/localhost:(\d+)/)
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)

  // A request that is half sent when the signal comes is still answered.
  const socket = connect(Number(port), 'localhost')
  await once(socket, 'connect')
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
  server.kill('SIGTERM')
  await printed(/Finishing open requests/)
  socket.write('\r\n')
  const [data] = await once(socket, 'data')
  expect(String(data)).toMatch(/^HTTP\/1\.1 200/)

  expect(await exit).toEqual([0, null])
})

test('a job that is running on SIGTERM is finished first', async () => {
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
  // The job has to wait for whoever has the subscription.
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

test('a port in use ends it with one clear sentence', async () => {
  const occupant = createServer().listen(0, 'localhost')
  await once(occupant, 'listening')
  const { port } = occupant.address() as AddressInfo
  const { output, exit } = run({ PORT: String(port) })
  expect((await exit)[0]).toBe(1)
  expect(output()).toBe(`Port ${port} is already in use: stop what runs there, or choose another with PORT=…\n`)
  occupant.close()
})

test('a bad setting ends it with one clear sentence', async () => {
  const { output, exit } = run({ PORT: 'http' })
  expect((await exit)[0]).toBe(1)
  expect(output()).toBe('PORT must be a port number from 0 to 65535, not "http".\n')
})

test('an address that is not this machine’s ends it with one clear sentence', async () => {
  const { output, exit } = run({ PORT: '0', HOST: '192.0.2.1' })
  expect((await exit)[0]).toBe(1)
  expect(output()).toBe('HOST 192.0.2.1 is not an address of this machine.\n')
})

test('a database that does not let us in ends it with one clear sentence, without the password', async () => {
  const { output, exit } = run({ PORT: '0', DATABASE_URL: 'postgres://sherpa:secret@127.0.0.1:1/sherpa' })
  expect((await exit)[0]).toBe(1)
  expect(output()).toMatch(/^The database at DATABASE_URL does not let us in \(ECONNREFUSED\): .*\n$/)
  expect(output()).not.toContain('secret')
})

test('a database of one’s own without the secret for its accounts ends it with one clear sentence', async () => {
  const { output, exit } = run({ PORT: '0', AUTH_SECRET: '' })
  expect((await exit)[0]).toBe(1)
  expect(output()).toMatch(/^AUTH_SECRET must be set beside DATABASE_URL: .*\n$/)
})

test('a tree in which nothing was built ends it with one clear sentence', async () => {
  const tree = await mkdtemp(join(tmpdir(), 'unbuilt-'))
  onTestFinished(() => rm(tree, { recursive: true }))
  await cp(import.meta.dirname, join(tree, 'apps/server/src'), { recursive: true })
  const root = join(import.meta.dirname, '../../..')
  for (const modules of ['node_modules', 'apps/server/node_modules']) {
    await symlink(join(root, modules), join(tree, modules))
  }
  const { output, exit } = run({ PORT: '0', SERVE_SITE: 'on' }, join(tree, 'apps/server/src/server.ts'))
  expect((await exit)[0]).toBe(1)
  expect(output()).toBe(
    `${join(tree, 'apps/site/dist/manifest.json')} is missing: run npm start, which builds what is not complete.\n`,
  )
})
