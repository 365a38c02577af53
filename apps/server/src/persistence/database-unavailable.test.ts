// Terminated backends stand in for a database restart: clients see the same.
import pg from 'pg'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { platformForTests, type Someone } from '../../test/people.ts'
import { inOrganization, inTransaction } from './database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'

const world = platformForTests()
let owner: Someone
let organization: string
let unhandled: unknown[]

beforeAll(async () => {
  owner = await world.people.register()
  organization = await world.people.createOrganization(owner)
})

beforeEach(() => {
  unhandled = []
  const record = (error: unknown) => void unhandled.push(error)
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, record)
  onTestFinished(() => {
    for (const event of ['uncaughtException', 'unhandledRejection']) process.off(event, record)
  })
})

/** Connects as administrator, to terminate all other connections. */
async function administrator() {
  const client = new pg.Client(world.url)
  await client.connect()
  onTestFinished(() => client.end())
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  return {
    client,
    terminateOthers: () => client.query(`select pg_terminate_backend(pid, 30000) ${others}`),
    countWaitingForLocks: async () =>
      (await client.query(`select 1 ${others} and wait_event_type = 'Lock'`)).rowCount ?? 0,
  }
}

const readOrganization = () => owner.ask('GET', `/api/organizations/${organization}`)

/** Waits until the pool has dropped its terminated connections: until then a request may still get 503. */
const untilServed = () => expect.poll(async () => (await readOrganization()).statusCode).toBe(200)

test('a request in flight when its connection ends gets 503 and is rolled back; later ones succeed', async () => {
  const { client, terminateOthers, countWaitingForLocks } = await administrator()
  const before = (await readOrganization()).json().name
  const rename = (name: string) => owner.ask('PATCH', `/api/organizations/${organization}`, { name, kind: 'agency' })
  await client.query('begin')
  await client.query('select from organizations where id = $1 for update', [organization])
  const inFlight = rename('Never stored')
  await expect.poll(countWaitingForLocks).toBe(1)
  await terminateOthers()

  const answer = await inFlight
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '2', 'unavailable'])
  await client.query('rollback')
  await untilServed()
  expect((await readOrganization()).json().name).toBe(before)
  expect((await rename('Stored')).statusCode).toBe(200)
  expect(unhandled).toEqual([])
})

test.each(['general', 'tenant'])(
  'an idle transaction of the %s pool fails when its connection is terminated',
  async (pool) => {
    const { terminateOthers } = await administrator()
    const { serving } = world
    const inPool = <Result>(work: () => Promise<Result>) =>
      pool === 'tenant' ? inOrganization(organization, work) : work()
    const pidOf = (queryable: Pick<pg.ClientBase, 'query'>) =>
      queryable.query('select pg_backend_pid() as pid').then(({ rows }) => rows[0].pid)
    let lost: number | undefined
    const failed = await inPool(() =>
      inTransaction(serving, async (client) => {
        lost = await pidOf(client)
        const ended = new Promise((resolve) => client.once('end', resolve))
        await terminateOthers()
        await ended
        await client.query('select 1')
      }),
    ).catch((error) => error)
    expect(isDatabaseUnavailable(failed)).toBe(true)
    expect(lost).toBeDefined()
    await untilServed()
    expect(await inPool(() => pidOf(serving))).not.toBe(lost)
    expect(unhandled).toEqual([])
  },
)

test('concurrent requests get 200 or 503 while connections are terminated', async () => {
  const { terminateOthers } = await administrator()
  const paths = [`/api/organizations/${organization}`, `/api/organizations/${organization}/people`, '/api/account']
  const statuses = new Set<number>()
  for (let round = 0; round < 6; round++) {
    const asked = Promise.all(Array.from({ length: 30 }, (_, n) => owner.ask('GET', paths[n % paths.length] ?? '')))
    await new Promise((resolve) => setTimeout(resolve, 3 * round))
    await terminateOthers()
    for (const { statusCode } of await asked) statuses.add(statusCode)
  }
  expect([200, 503]).toEqual(expect.arrayContaining([...statuses]))
  await untilServed()
  expect(unhandled).toEqual([])
})

test.each([
  [{ code: '57P01', message: 'terminating connection due to administrator command' }, true],
  [{ code: '57P03', message: 'the database system is starting up' }, true],
  [{ code: '08006', message: 'connection failure' }, true],
  [{ code: 'ECONNREFUSED', message: '' }, true],
  [{ code: 'ENOENT', syscall: 'connect', message: 'connect ENOENT /run/postgresql/.s.PGSQL.5432' }, true],
  [{ message: 'Client has encountered a connection error and is not queryable' }, true],
  [{ message: 'Client was closed and is not queryable' }, true],
  [{ message: 'Connection terminated unexpectedly' }, true],
  [{ message: 'timeout exceeded when trying to connect' }, true],
  [{ code: 'ENOENT', syscall: 'open', message: 'no such file' }, false],
  [{ code: '53100', message: 'could not extend file: No space left on device' }, true],
  [{ code: '53200', message: 'out of memory' }, true],
  [{ code: '25006', message: 'cannot execute UPDATE in a read-only transaction' }, true],
  [{ code: '25P03', message: 'terminating connection due to idle-in-transaction timeout' }, true],
  [{ code: '40P01', message: 'deadlock detected' }, true],
  [{ code: '23505', message: 'duplicate key value' }, false],
  [{ message: 'anything else' }, false],
  [undefined, false],
])('%o: database unavailable is %s', (error, unavailable) => {
  expect(isDatabaseUnavailable(error)).toBe(unavailable)
})
