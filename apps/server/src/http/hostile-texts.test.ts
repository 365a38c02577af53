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
 * Complexity attacks: no text may cost much more processor time than plain letters. A few that do, such as combining marks
 * in the worst order, would block the event loop for everyone.
 * Fields come from the schemas of all operations, so new ones are covered automatically.
 */

/** Maximum cost relative to a request with plain letters. */
const MAX_RATIO = 3
/** Measurements below this are noise. */
const NOISE_MS = 2
/** Fields are measured in batches. A batch above this ratio is measured field by field. */
const BATCH_RATIO = 2
const BATCH_SIZE = 8
const TRIES = 3
const ROUNDS = 4
const timeout = 600_000

const BODY_BYTES = 60_000
/** Just below Node's limit for request headers. */
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

test('every text field has a maximum raw length that is checked first', () => {
  expect(fields.length).toBeGreaterThan(400)
  expect(fields.filter((field) => rawMaximum(field) === undefined).map(({ name }) => name)).toEqual([])
})

test('text parameters in paths have at most 100 characters', async () => {
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

/** Milliseconds, minimum of several runs: other load only adds to the cost. */
async function costOfRequests(requests: InjectOptions[], tries: number) {
  const costs: number[] = []
  for (let turn = 0; turn < tries; turn++) {
    costs.push(await processorTime(() => Promise.all(requests.map((request) => world.app.inject(request)))))
  }
  return Math.min(...costs)
}

/** A word that several names have makes choices, whatever the other words: hostile addresses end with it, too. */
const plainText = ({ operation }: TextField, length: number) =>
  operation.name === 'askSonar' ? 'x'.padStart(length, `${'a'.repeat(length - 2)} `) : 'a'.repeat(length)

type TextFor = (field: TextField) => string
type Cost = () => Promise<number>

/** Requires excess in every round: a busy machine slows single measurements, a hostile text all of them. */
async function excessOf(costOfPlain: Cost, costOfHostile: Cost) {
  let excess = ''
  for (let round = 0; round < ROUNDS; round++) {
    const usual = await costOfPlain()
    const cost = await costOfHostile()
    if (cost <= MAX_RATIO * usual + NOISE_MS) return undefined
    excess = `${cost.toFixed(1)} ms, plain letters ${usual.toFixed(1)} ms`
  }
  return excess
}

/** Lists fields where a hostile text takes more processor time than plain text of the same length. */
async function findExpensive(
  some: TextField[],
  plain: TextFor,
  hostileFor: (make: (length: number) => string) => TextFor,
) {
  const found: string[] = []
  for (let from = 0; from < some.length; from += BATCH_SIZE) {
    const batch = some.slice(from, from + BATCH_SIZE)
    const together = await costOf(batch, plain, 2)
    for (const [kind, make] of Object.entries(hostile)) {
      const textFor = hostileFor(make)
      if ((await costOf(batch, textFor, 1)) <= BATCH_RATIO * together) continue
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

/** Maximum text size: 60 kB in a body, 15 kB in a URL, where some characters take nine bytes. */
const maxBytes = ({ part }: TextField) => (part === 'body' ? BODY_BYTES : QUERY_BYTES)
function fitText(make: (length: number) => string, field: TextField) {
  const sample = make(1000)
  const bytes = field.part === 'body' ? Buffer.byteLength(JSON.stringify(sample)) : encodeURIComponent(sample).length
  return make(Math.floor((maxBytes(field) / bytes) * 1000))
}

describe('hostile text costs about as much as plain letters', () => {
  test('at the maximum length of each field', { timeout }, async () => {
    // Fields with a format refuse these texts.
    const open = fields.filter(({ schema }) => !('format' in schema._zod.def))
    const found = await findExpensive(
      open,
      (field) => plainText(field, keptMaximum(field)),
      (make) => (field) => make(Math.min(keptMaximum(field), fitText(make, field).length)),
    )
    expect(found).toEqual([])
  })

  test('at 60 kB in bodies and 15 kB in URLs', { timeout }, async () => {
    const found = await findExpensive(
      fields,
      (field) => 'a'.repeat(maxBytes(field)),
      (make) => (field) => fitText(make, field),
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
  ])('in the header %s', async (header) => {
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
