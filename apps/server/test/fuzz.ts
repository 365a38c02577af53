import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { diskFiles } from '../src/files/file-store.ts'
import { inTransaction } from '../src/persistence/database.ts'
import { callerOf, type Endpoint, endpointsOf, makeWorld, type World } from './every-endpoint.ts'
import { platformForTests, type Someone } from './people.ts'
import { createRandom } from './random-walk.ts'
import { allSamples } from './samples.ts'

/* Fuzzes every operation with invalid cursors, filters, numbers and dates. A refusal is fine, a server error is not. */

const CONCURRENCY = 8

const customFields = [randomUUID(), randomUUID(), '-'.repeat(36)]

let random = createRandom()
const pick = <One>(choices: readonly One[]) => choices[Math.floor(random() * choices.length)] as One

const numbers = [
  '-1',
  '0',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '1e309',
  '-1e309',
  'NaN',
  '1.5',
  '٣',
]
const days = [
  '0000-00-00',
  '0001-01-01',
  '2026-02-30',
  '2026-02-31',
  '9999-12-31',
  '10000-01-01',
  '294277-01-01',
  'infinity',
  'epoch',
]
const instants = [
  '9999-12-31T23:59:59Z',
  '2026-01-01T24:00:00Z',
  '294277-01-01T00:00:00Z',
  '-infinity',
  'allballs',
  '2026-02-30 00:00:00+00',
  '2026-01-01 25:61:61.5+99',
]
/** Properties of every object. */
const inherited = ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf']
const texts = [
  ...inherited,
  ...inherited.map((word) => `${word}=${word}`),
  '',
  ' ',
  ',',
  '\0',
  '\ud800',
  '%',
  "'",
  '\\',
  '😀'.repeat(20),
  'x'.repeat(3000),
  'none',
  'me',
  '[]',
]
const ids = [randomUUID(), randomUUID().toUpperCase(), '00000000-0000-0000-0000-000000000000', 'x']
const invalid = [...numbers, ...days, ...instants, ...texts, ...ids]
const invalidJson = [...invalid, null, true, {}, [], [null], [[]], -1, 2 ** 31, 2 ** 53, 1e308, -0.5, [''], { a: 1 }]

const cursorFor = (sorts: readonly string[]) => {
  const value = random() < 0.8 ? pick([...days, ...instants, ...numbers, ...texts]) : pick(invalidJson)
  const id = random() < 0.8 ? randomUUID() : pick(invalidJson)
  return Buffer.from(JSON.stringify([pick(sorts), value, id, ...pick([[], [true], ['x']])])).toString('base64url')
}

/** Mostly one invalid value per query: with more, validation refuses the request before each is used. */
function queryFor({ asks, sorts }: Endpoint) {
  const query = new URLSearchParams()
  const cursor = asks.includes('after') && sorts.length > 0 && random() < 0.4 && cursorFor(sorts)
  if (cursor) {
    query.set('after', cursor)
    // A cursor is only used with the sort that it was made for.
    query.set('sort', JSON.parse(Buffer.from(cursor, 'base64url').toString())[0])
  }
  const name = asks.length > 0 && (!cursor || random() < 0.2) && pick(asks)
  if (name === 'custom') query.set(name, `${pick(customFields)}:${pick(invalid)}`)
  else if (name) query.set(name, random() < 0.2 ? `${pick(invalid)},${pick(invalid)}` : pick(invalid))
  return query.size > 0 ? `?${query}` : ''
}

/** Replaces a random heading or cell. */
function corruptTable(table: string) {
  const cells = table.split(/([,\n])/)
  const at = 2 * Math.floor((random() * (cells.length + 1)) / 2)
  return cells.with(Math.min(at, cells.length - 1), pick([...inherited, ...days])).join('')
}

/** Replaces a random part of the value with an invalid one. */
function corrupt(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || random() < 0.1) return pick(invalidJson)
  const entries = Object.entries(value)
  if (entries.length === 0) return pick(invalidJson)
  const [name] = pick(entries)
  const part = (value as Record<string, unknown>)[name]
  if (Array.isArray(value)) return value.map((one) => (one === part ? corrupt(part) : one))
  return { ...value, [name]: corrupt(part) }
}

export async function fuzzForTests() {
  const directory = await mkdtemp(join(tmpdir(), 'sherpa-fuzz-'))
  afterAll(() => rm(directory, { recursive: true }))
  const world = platformForTests({ files: diskFiles(directory), logger: { level: 'silent' } })
  let owner: Someone
  let staff: Someone
  let place: World
  let endpoints: Endpoint[]
  let bodies: ReturnType<typeof callerOf>['bodies']

  beforeAll(async () => {
    const samples = await allSamples()
    owner = await world.people.register('Olive Owner')
    staff = await world.people.registerStaff()
    const bystander = await world.people.register()
    const belong = [
      { id: owner.id, role: 'owner' },
      { id: bystander.id, role: 'athlete' },
    ] as const
    place = await inTransaction(world.database, (client) =>
      makeWorld(client, samples, { person: bystander, staff, belong: [...belong] }),
    )
    await world.people.assumeSecondFactor(owner)
    await world.database.query(
      "insert into custom_fields (organization_id, id, name, kind) values ($1, $2, 'Size', 'number'), ($1, $3, 'Since', 'date')",
      [place.organization, ...customFields.slice(0, 2)],
    )
    ;({ bodies } = callerOf(world.app, samples))
    // Skips streams, and operations without input, such as those that end the session.
    endpoints = (await endpointsOf(world.app, samples)).filter(
      ({ isStream, method, path, asks, hasBody }) =>
        !isStream &&
        (hasBody || asks.length > 0 || (method === 'GET' ? path.includes('{') : /\{(?!organization)/.test(path))),
    )
  })

  async function sendFuzzed(endpoint: Endpoint) {
    const { parameters, ...rest } = place
    const named: Record<string, string> = { ...parameters, ...rest }
    const isSafe = endpoint.method === 'GET' || endpoint.hasBody
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name === 'organization' || (isSafe && random() < 0.9)) return named[name] ?? ''
      return encodeURIComponent(pick([...ids, '\0', 'x'.repeat(200)]))
    })
    const sample = bodies[endpoint.id]?.(place, { password: 'a wrong password' })
    const query = endpoint.byQuery ? `?organization=${place.organization}` : queryFor(endpoint)
    const body = typeof sample === 'string' ? corruptTable(sample) : endpoint.hasBody ? corrupt(sample) : undefined
    const headers =
      typeof sample === 'string'
        ? { 'content-type': 'text/csv' }
        : body === undefined
          ? {}
          : { 'content-type': 'application/json' }
    const payload =
      typeof body === 'string' && typeof sample === 'string'
        ? body
        : body === undefined
          ? undefined
          : JSON.stringify(body)
    const by = endpoint.access === 'staff' ? staff : owner
    const answer = await by.ask(endpoint.method, path + query, payload as object | undefined, {
      ...headers,
      'idempotency-key': randomUUID(),
    })
    return {
      status: answer.statusCode,
      what: `${endpoint.id} ${endpoint.method} ${path}${query} ${payload?.slice(0, 500) ?? ''}`,
    }
  }

  /** Server errors of invalid requests. The random numbers are seeded, so failures are reproducible. */
  return async function findServerErrors(requests: number) {
    random = createRandom()
    const failed: string[] = []
    let sent = 0
    while (sent < requests) {
      // Lists take the most parameters, so they are fuzzed more often.
      const batch = Array.from({ length: CONCURRENCY }, (_, index) =>
        random() < 0.4
          ? pick(endpoints.filter(({ sorts }) => sorts.length > 0))
          : endpoints[(sent + index) % endpoints.length],
      ) as Endpoint[]
      sent += batch.length
      for (const { status, what } of await Promise.all(batch.map(sendFuzzed))) {
        if (status >= 500) failed.push(`${status} ${what}`)
      }
    }
    return failed
  }
}
