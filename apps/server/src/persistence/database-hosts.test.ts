import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { buildApp } from '../app.ts'
import { openDatabase } from './database.ts'
import { splitHosts } from './database-hosts.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { listen } from './listen.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
  return () => fresh.drop()
})

/** Nobody listens there. */
const CLOSED = '127.0.0.1:1'

/** A host of the database: `die` ends all its connections, as a killed server does. One that is silent never answers. */
async function startHost({ silent = false } = {}) {
  const target = new URL(fresh.url)
  const sockets = new Set<Socket>()
  let connections = 0
  let isFrozen = false
  const server = createServer((socket) => {
    connections++
    sockets.add(socket.on('error', () => undefined))
    if (silent || isFrozen) return
    const upstream = connect(Number(target.port), target.hostname).on('error', () => socket.destroy())
    socket.pipe(upstream).pipe(socket)
    socket.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  /** As a machine that loses power: nothing is closed, and nothing answers. */
  const freeze = () => {
    isFrozen = true
    for (const socket of sockets) socket.unpipe()
  }
  const die = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(die)
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, die, freeze, connections: () => connections }
}

function addressOf(...hosts: string[]) {
  const { username, password, pathname } = new URL(fresh.url)
  return `postgres://${username}:${password}@${hosts.join(',')}${pathname}`
}

function open(...hosts: string[]) {
  const database = openDatabase(addressOf(...hosts))
  onTestFinished(() => database.end())
  return database
}

test('an address is split into one for each host', () => {
  expect(splitHosts('postgres://u:p%40w@one:5432,two:5433/name?sslmode=require')).toEqual([
    'postgres://u:p%40w@one:5432/name?sslmode=require',
    'postgres://u:p%40w@two:5433/name?sslmode=require',
  ])
  expect(splitHosts('postgres://u@[::1]:5432,[::2]/name')).toEqual([
    'postgres://u@[::1]:5432/name',
    'postgres://u@[::2]/name',
  ])
  expect(splitHosts('postgres://u:a,b@one/name')).toEqual(['postgres://u:a,b@one/name'])
  expect(splitHosts('postgres:///name?host=/run/postgresql')).toEqual(['postgres:///name?host=/run/postgresql'])
})

test('connections go to the host that answers, whichever comes first', async () => {
  const [host, hung] = [await startHost(), await startHost({ silent: true })]
  for (const hosts of [
    [CLOSED, host.address],
    [hung.address, host.address],
    [host.address, CLOSED],
  ]) {
    const { rows } = await open(...hosts).query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
  }
})

test('the writable host is looked up once for many connections', async () => {
  const host = await startHost()
  const database = open(CLOSED, host.address)
  await Promise.all(Array.from({ length: 10 }, () => database.query('select pg_sleep(0.1)')))
  // Ten, and the check.
  expect(host.connections()).toBeLessThanOrEqual(13)
})

test.each(['die', 'freeze'] as const)('when hosts %s, pools, probe and LISTEN move to the other', async (fault) => {
  const [first, second] = [await startHost(), await startHost()]
  const database = open(first.address, second.address)
  const background = database.forBackground()
  onTestFinished(() => background.end())
  const heard: string[] = []
  const listening = listen(database, 'failover_test', { onNotice: (payload) => heard.push(payload) })
  onTestFinished(() => listening.stop())
  await listening.firstAttempt
  expect(await database.isWritable()).toBe(true)

  const [used, other] = first.connections() > 1 ? [first, second] : [second, first]
  const before = other.connections()
  // Waits for an answer of the host that is lost.
  const waiting = database.query('select pg_sleep(60)').catch((error) => error)
  await pause(50)
  used[fault]()
  expect(isDatabaseUnavailable(await waiting)).toBe(true)
  await expect.poll(() => database.isWritable().catch(() => false)).toBe(true)
  await background.query('select 1')
  await expect
    .poll(async () => {
      await database.query("notify failover_test, 'again'")
      return heard
    })
    .toContain('again')
  expect(other.connections()).toBeGreaterThan(before)
})

test('without a writable host, requests get 503 with Retry-After, and the reasons are named', async () => {
  const host = await startHost()
  const database = open(CLOSED, host.address)
  const app = buildApp({ database })
  onTestFinished(() => app.close())
  expect((await app.inject('/api/plans')).statusCode).toBe(200)

  const administrator = new pg.Client(fresh.url)
  await administrator.connect()
  const { pathname } = new URL(fresh.url)
  const setReadOnly = (value: string) =>
    administrator.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = ${value}`)
  await setReadOnly('on')
  const readOnly = open(CLOSED, host.address)
  await expect(readOnly.query('select 1')).rejects.toThrow(
    `No host of the database accepts writes: 127.0.0.1:1 (ECONNREFUSED); ${host.address} is read-only.`,
  )
  const refusing = buildApp({ database: readOnly })
  onTestFinished(() => refusing.close())
  const answer = await refusing.inject('/api/plans')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])

  await setReadOnly('off')
  await administrator.end()
  await expect.poll(async () => (await refusing.inject('/api/plans')).statusCode).toBe(200)
})

test('a wrong password is not an outage', async () => {
  const host = await startHost()
  const database = openDatabase(addressOf(CLOSED, host.address).replace(/:[^:@]+@/, ':wrong@'))
  onTestFinished(() => database.end())
  await expect(database.query('select 1')).rejects.toMatchObject({ code: '28P01' })
})
