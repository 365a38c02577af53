import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../../test/all-operations.ts'
import { callerOf, type Endpoint, endpointsOf, makeWorld, type World } from '../../test/every-endpoint.ts'
import { platformForTests, type Someone } from '../../test/people.ts'
import { processorTime } from '../../test/processor-time.ts'
import { allSamples, type Samples } from '../../test/samples.ts'
import { allTextFields, keptMaximum, rawMaximum, type TextField, withText } from '../../test/text-fields.ts'
import { diskFiles } from '../files/file-store.ts'
import { inTransaction } from '../persistence/database.ts'

/*
 * No text takes much more of the processor than plain letters: a few of those that did, such as accents in the worst order, would stop
 * everybody. Fields are found in the schemas of all operations, so that those that are added later are tried, too.
 */

/** What a request may cost, compared with one of plain letters. */
const MOST_TIMES = 3
/** Below this, measuring is chance. */
const NOISE_MS = 2
/** Many are sent at once, to save time. Where they cost more than this together, each is measured alone. */
const DOUBTFUL_TIMES = 2
const AT_ONCE = 8
const TRIES = 3
const ROUNDS = 4
const timeout = 600_000

const BODY_BYTES = 60_000
/** Node refuses longer heads of requests. */
const QUERY_BYTES = 15_000

const repeated = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const hostile: Record<string, (length: number) => string> = {
  'accents in the worst order': (length) => `a${repeated('\u0301')(length / 2)}${repeated('\u0316')(length / 2)}`,
  spaces: (length) => `a${' '.repeat(Math.max(length - 2, 0))}b`,
  'joiners between accents': repeated('\u0301\u200b\u0316\u200c'),
  'nested quotes': repeated('"\'[{(“'),
  'dots of an address': (length) => `${`https://a@${repeated('a..')(length)}`.slice(0, Math.max(length - 2, 0))} x`,
}

const directory = await mkdtemp(join(tmpdir(), 'sherpa-texts-'))
afterAll(() => rm(directory, { recursive: true }))
const world = platformForTests({ files: diskFiles(directory), logger: { level: 'silent' } })

let owner: Someone
let staff: Someone
let place: World
let endpoints: Map<string, Endpoint>
let bodies: NonNullable<Samples['bodies']>
let fields: TextField[]

beforeAll(async () => {
  const samples = await allSamples()
  endpoints = new Map((await endpointsOf(world.app, samples)).map((endpoint) => [endpoint.id, endpoint]))
  ;({ bodies } = callerOf(world.app, samples))
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
  fields = await allTextFields()
})

test('every text of every operation has a raw maximum, which is checked before anything else', () => {
  expect(fields.length).toBeGreaterThan(400)
  expect(fields.filter((field) => rawMaximum(field) === undefined).map(({ name }) => name)).toEqual([])
})

test('texts in addresses have at most 100 characters', async () => {
  const operations = (await allOperations()).filter(({ textParameters }) => textParameters)
  expect(operations.length).toBeGreaterThan(5)
  for (const { method, path } of operations) {
    const url = `/api${path.replace(':organization', place.organization).replace(/:\w+/, 'x'.repeat(101))}`
    expect((await owner.ask(method, url)).json().code).toBe('malformed-request')
  }
})

function requestFor({ operation, part, steps }: TextField, text: string) {
  const { parameters, ...rest } = place
  const named: Record<string, string> = { ...parameters, ...rest }
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => named[name] ?? '')
  const sample: unknown = bodies[operation.name]?.(rest, { password: 'a wrong password' })
  const isFile = typeof sample === 'string'
  const [step] = steps
  const query = new URLSearchParams(endpoints.get(operation.name)?.byQuery ? { organization: place.organization } : {})
  if (part === 'query' && typeof step === 'object' && 'field' in step) query.set(step.field, text)
  const body = part === 'body' ? withText(sample, steps, text) : sample
  const { token } = operation.access === 'staff' ? staff : owner
  return {
    method: operation.method,
    url: `/api${path}?${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': isFile ? 'text/csv' : 'application/json' },
    ...(body !== undefined && { payload: isFile ? sample : JSON.stringify(body) }),
  }
}

const costOf = (some: TextField[], textFor: TextFor, tries: number) =>
  costOfRequests(
    some.map((field) => requestFor(field, textFor(field))),
    tries,
  )

/** In milliseconds: the least of several tries, because all else on the machine only adds to it. */
async function costOfRequests(requests: InjectOptions[], tries: number) {
  const costs: number[] = []
  for (let turn = 0; turn < tries; turn++) {
    costs.push(await processorTime(() => Promise.all(requests.map((request) => world.app.inject(request)))))
  }
  return Math.min(...costs)
}

type TextFor = (field: TextField) => string
type Cost = () => Promise<number>

/** A busy machine makes one measurement expensive now and then; an expensive text makes all of them expensive. */
async function excessOf(costOfPlain: Cost, costOfHostile: Cost) {
  let excess = ''
  for (let round = 0; round < ROUNDS; round++) {
    const usual = await costOfPlain()
    const cost = await costOfHostile()
    if (cost <= MOST_TIMES * usual + NOISE_MS) return undefined
    excess = `${cost.toFixed(1)} ms, plain letters ${usual.toFixed(1)} ms`
  }
  return excess
}

/** What costs more than plain letters, by field and kind of text. */
async function expensive(some: TextField[], plain: TextFor, hostileFor: (make: (length: number) => string) => TextFor) {
  const found: string[] = []
  for (let from = 0; from < some.length; from += AT_ONCE) {
    const batch = some.slice(from, from + AT_ONCE)
    const together = await costOf(batch, plain, 2)
    for (const [kind, make] of Object.entries(hostile)) {
      const textFor = hostileFor(make)
      if ((await costOf(batch, textFor, 1)) <= DOUBTFUL_TIMES * together) continue
      for (const field of batch) {
        const excess = await excessOf(
          () => costOf([field], plain, TRIES),
          () => costOf([field], textFor, TRIES),
        )
        if (excess) found.push(`${field.name}: ${kind} ${excess}`)
      }
    }
  }
  return found
}

/** How much of a text fits into a request: 60 kB into a body, and 15 kB into an address, which has nine bytes for some characters. */
const room = ({ part }: TextField) => (part === 'body' ? BODY_BYTES : QUERY_BYTES)
function fitting(make: (length: number) => string, field: TextField) {
  const sample = make(1000)
  const bytes = field.part === 'body' ? Buffer.byteLength(JSON.stringify(sample)) : encodeURIComponent(sample).length
  return make(Math.floor((room(field) / bytes) * 1000))
}

describe('about as much as plain letters costs', () => {
  test('the longest text that a field takes', { timeout }, async () => {
    // Others have a fixed length: no other text of it is taken.
    const open = fields.filter(({ schema }) => !('format' in schema._zod.def))
    const found = await expensive(
      open,
      (field) => 'a'.repeat(keptMaximum(field)),
      (make) => (field) => make(Math.min(keptMaximum(field), fitting(make, field).length)),
    )
    expect(found).toEqual([])
  })

  test('a text of 60 kB, or of as much as fits into an address', { timeout }, async () => {
    const found = await expensive(
      fields,
      (field) => 'a'.repeat(room(field)),
      (make) => (field) => fitting(make, field),
    )
    expect(found).toEqual([])
  })

  test.each([
    'time-zone',
    'idempotency-key',
    'user-agent',
    'authorization',
    'accept-encoding',
    'if-none-match',
    'range',
  ])('the header %s', async (header) => {
    const payload = {
      full_name: 'Amara Cole',
      email: 'amara@agency.example',
      preferred_date_time: '2026-12-01T10:00:00Z',
    }
    const cost = (text: string) =>
      costOfRequests(
        [
          { method: 'POST', url: '/api/demo/schedule', payload, headers: { [header]: text } },
          { method: 'GET', url: '/api/account', headers: { [header]: text } },
          { method: 'GET', url: '/api/plans', headers: { [header]: text } },
        ],
        TRIES,
      )
    for (const unit of [' ,', '"', 'a,', 'a;q=', 'Bearer ', 'Mozilla/5.0 (']) {
      const text = `a${repeated(unit)(QUERY_BYTES - 2)}b`
      const excess = await excessOf(
        () => cost('a'.repeat(QUERY_BYTES)),
        () => cost(text),
      )
      expect({ unit, excess }).toEqual({ unit, excess: undefined })
    }
  })
})
