// A real PostgreSQL that becomes read-only or reports out of disk or memory.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { platformForTests, type Someone } from '../../test/people.ts'
import { buildApp } from '../app.ts'
import { inOrganization, inTransaction, openDatabase } from './database.ts'

const token = 'metrics-token-for-tests'
const world = platformForTests({ atOnce: 10, metricsToken: token })
let owner: Someone
let organization: string
let administrator: pg.Client

beforeAll(async () => {
  owner = await world.people.register()
  organization = await world.people.createOrganization(owner)
  administrator = new pg.Client(world.url)
  await administrator.connect()
  await administrator.query(`create table faults (code text);
    create function fail() returns trigger language plpgsql security definer as $$ declare f text; begin
      select code into f from faults;
      if f is not null then raise exception using errcode = f; end if;
      return new; end $$;
    create trigger fail before update on organizations for each row execute function fail()`)
  return () => administrator.end()
})
afterEach(() => administrator.query('truncate faults'))

const rename = (name: string) => owner.ask('PATCH', `/api/organizations/${organization}`, { name, kind: 'agency' })
const readiness = async () => {
  const answer = await world.app.inject('/readyz')
  return [answer.statusCode, answer.json()]
}
const writesFailing = async () => {
  const { body } = await world.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  return Number(/^database_writes_failing (\d)$/m.exec(body)?.[1])
}
/** Affects new sessions, like a former primary after a failover. */
async function setReadOnly(value: 'on' | 'off') {
  const name = new URL(world.url).pathname.slice(1)
  await administrator.query(`alter database ${name} set default_transaction_read_only = ${value}`)
}

test.each(['53100', '53200'])('%s: 503 until a write succeeds; the server stays ready for reads', async (code) => {
  expect(await readiness()).toEqual([200, { status: 'ready', writes: 'ok' }])
  await administrator.query('insert into faults values ($1)', [code])
  const refused = await rename('Never stored')
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([503, '2', 'unavailable'])
  expect((await owner.ask('GET', `/api/organizations/${organization}`)).statusCode).toBe(200)
  expect(await readiness()).toEqual([200, { status: 'ready', writes: 'failing' }])
  expect(await writesFailing()).toBe(1)
  await administrator.query('truncate faults')
  expect(await readiness()).toEqual([200, { status: 'ready', writes: 'failing' }])
  expect((await rename('Stored')).statusCode).toBe(200)
  expect(await readiness()).toEqual([200, { status: 'ready', writes: 'ok' }])
  expect(await writesFailing()).toBe(0)
})

test('background work detects failing writes, too', async () => {
  const background = world.serving.forBackground()
  onTestFinished(() => background.end())
  await administrator.query("insert into faults values ('53100')")
  const write = () =>
    inOrganization(organization, () =>
      background.query("update organizations set name = 'Ridgeline' where id = $1", [organization]),
    )
  await expect(write()).rejects.toMatchObject({ code: '53100' })
  expect(await readiness()).toEqual([200, { status: 'ready', writes: 'failing' }])
  await administrator.query('truncate faults')
  await write()
  expect(await readiness()).toEqual([200, { status: 'ready', writes: 'ok' }])
})

test('read-only: 503 and not ready; after the failover every request succeeds at once', async () => {
  const pidOf = async () => (await world.serving.query('select pg_backend_pid() as pid')).rows[0].pid
  const before = await pidOf()
  await setReadOnly('on')
  onTestFinished(() => setReadOnly('off'))
  await administrator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await expect.poll(readiness).toEqual([503, { status: 'not ready' }])
  // Exhausts the pool.
  const refused = await Promise.all(Array.from({ length: 30 }, () => rename('Never stored')))
  expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  expect(refused[0]?.headers['retry-after']).toBe('2')

  await setReadOnly('off')
  const answers = await Promise.all(Array.from({ length: 30 }, () => rename('Stored')))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await readiness()).toEqual([200, { status: 'ready', writes: 'ok' }])
  expect(await pidOf()).not.toBe(before)
})

test('a probe that finds the server read-only retires all connections', async () => {
  const pidOf = async () => (await world.serving.query('select pg_backend_pid() as pid')).rows[0].pid
  const before = await pidOf()
  const probe = await administrator.query(
    "select pid from pg_stat_activity where datname = current_database() and query like '%transaction_read_only%' and pid <> pg_backend_pid()",
  )
  for (const { pid } of probe.rows) await administrator.query('select pg_terminate_backend($1)', [pid])
  await setReadOnly('on')
  onTestFinished(() => setReadOnly('off'))
  // A probe may find a lost connection, or none in time, before one finds the server read-only.
  await expect
    .poll(async () => {
      expect(await readiness()).toEqual([503, { status: 'not ready' }])
      return pidOf()
    })
    .not.toBe(before)
  await setReadOnly('off')
  await expect.poll(readiness).toEqual([200, { status: 'ready', writes: 'ok' }])
})

test('/readyz answers within a second while the database accepts connections but never responds', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const database = openDatabase(`postgres://nobody@127.0.0.1:${port}/none`)
  const app = buildApp({ database })
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    silent.close()
    await app.close()
  })
  await app.inject('/healthz')
  // Compared with the event loop's timers: a busy machine delays both.
  const late = pause(1000).then(async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    return 'late'
  })
  const answered = app.inject('/readyz').then((answer) => [answer.statusCode, answer.json()])
  expect(await Promise.race([answered, late])).toEqual([503, { status: 'not ready' }])
})

/** An address of the database behind which it can fall silent, as a frozen machine does: connections stay open. */
async function silenceable(url: URL) {
  const sockets = new Set<Socket>()
  let isSilent = false
  const relay = createServer((client) => {
    const upstream = connect(Number(url.port), url.hostname)
    client.pipe(upstream).pipe(client)
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
      if (isSilent) socket.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    relay.close()
  })
  const address = new URL(url)
  address.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`
  const set = (silent: boolean) => {
    isSilent = silent
    for (const socket of sockets) socket[silent ? 'pause' : 'resume']()
  }
  return { address: address.href, silence: () => set(true), speak: () => set(false) }
}

test('while the database is silent, requests are refused at once; when it answers again, they are served', async () => {
  const { address, silence, speak } = await silenceable(new URL(world.url))
  const database = openDatabase(address)
  const app = buildApp({ database, metricsToken: token })
  onTestFinished(async () => {
    await app.close()
    await database.end()
  })
  const ask = async () => {
    const answer = await app.inject('/api/plans')
    return [answer.statusCode, answer.headers['retry-after'], answer.json().code]
  }
  const metric = async (name: string) => {
    const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    return new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]
  }
  const refused = [503, '2', 'unavailable']
  const before = (ms: number, asked: Promise<unknown>) => Promise.race([asked, pause(ms, 'late')])
  expect((await ask())[0]).toBe(200)

  silence()
  // They wait for the breaker, and not for 15 seconds.
  expect(await before(10_000, Promise.all([ask(), ask()]))).toEqual([refused, refused])
  // These do not even wait for a connection, which would take 5 seconds.
  for (let turn = 0; turn < 10; turn++) expect(await before(1000, ask())).toEqual(refused)
  expect(await Promise.all(['database_silent', 'server_ready', 'mail_queued'].map(metric))).toEqual(['1', '0', 'Nan'])
  expect((await app.inject('/healthz')).statusCode).toBe(200)

  speak()
  await expect.poll(ask).toEqual([200, undefined, undefined])
  expect(await Promise.all(['database_silent', 'server_ready', 'mail_queued'].map(metric))).toEqual(['0', '1', '0'])
})

test('/readyz does not wait for the connection pool', async () => {
  const held = Promise.withResolvers<void>()
  const busy = Array.from({ length: 25 }, () => inTransaction(world.serving, () => held.promise))
  await expect.poll(() => world.serving.waiting).toBeGreaterThan(0)
  expect(await readiness()).toEqual([200, { status: 'ready', writes: 'ok' }])
  held.resolve()
  await Promise.all(busy)
})

test.each(['general', 'tenant', 'background'])('the %s pool ends idle transactions', async (kind) => {
  const database = openDatabase(world.url)
  const background = database.forBackground()
  onTestFinished(async () => {
    await background.end()
    await database.end()
  })
  const show = async () =>
    (await (kind === 'background' ? background : database).query('show idle_in_transaction_session_timeout')).rows
  const rows = await (kind === 'tenant' ? inOrganization(organization, show) : show())
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: kind === 'background' ? '10min' : '1500ms' }])
})
