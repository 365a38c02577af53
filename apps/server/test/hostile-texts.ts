import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { diskFiles } from '../src/files/file-store.ts'
import { inTransaction } from '../src/persistence/database.ts'
import { callerOf, type Endpoint, endpointsOf, makeWorld, type World } from './every-endpoint.ts'
import { platformForTests, type Someone } from './people.ts'
import { processorTime } from './processor-time.ts'
import { allSamples, type Samples } from './samples.ts'
import { keptMaximum, type TextField, withText } from './text-fields.ts'

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
export const TRIES = 3
const ROUNDS = 4

const BODY_BYTES = 60_000
/** Just below Node's limit for request headers. */
export const QUERY_BYTES = 15_000

export const repeated = (unit: string) => (length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const hostile: Record<string, (length: number) => string> = {
  'accents in the worst order': (length) => `a${repeated('\u0301')(length / 2)}${repeated('\u0316')(length / 2)}`,
  spaces: (length) => `a${' '.repeat(Math.max(length - 2, 0))}b`,
  'joiners between accents': repeated('\u0301\u200b\u0316\u200c'),
  'nested quotes': repeated('"\'[{(“'),
  'dots of an address': (length) => `${`https://a@${repeated('a..')(length)}`.slice(0, Math.max(length - 2, 0))} x`,
}

type TextFor = (field: TextField) => string
type Cost = () => Promise<number>

export async function hostileTexts() {
  const directory = await mkdtemp(join(tmpdir(), 'sherpa-texts-'))
  afterAll(() => rm(directory, { recursive: true }))
  const world = platformForTests({ files: diskFiles(directory), logger: { level: 'silent' } })
  const people = {} as { owner: Someone; staff: Someone }
  let place: World
  let endpoints: Map<string, Endpoint>
  let bodies: NonNullable<Samples['bodies']>

  beforeAll(async () => {
    const samples = await allSamples()
    endpoints = new Map((await endpointsOf(world.app, samples)).map((endpoint) => [endpoint.id, endpoint]))
    ;({ bodies } = callerOf(world.app, samples))
    const owner = await world.people.register('Olive Owner')
    const staff = await world.people.registerStaff()
    const bystander = await world.people.register()
    const belong = [
      { id: owner.id, role: 'owner' },
      { id: bystander.id, role: 'athlete' },
    ] as const
    place = await inTransaction(world.database, (client) =>
      makeWorld(client, samples, { person: bystander, staff, belong: [...belong] }),
    )
    await world.people.assumeSecondFactor(owner)
    Object.assign(people, { owner, staff })
  })

  function requestFor({ operation, part, steps }: TextField, text: string) {
    const { parameters, ...rest } = place
    const named: Record<string, string> = { ...parameters, ...rest }
    const path = operation.path.replace(/:(\w+)/g, (_, name: string) => named[name] ?? '')
    const sample: unknown = bodies[operation.name]?.(rest, { password: 'a wrong password' })
    const isFile = typeof sample === 'string'
    const [step] = steps
    const query = new URLSearchParams(
      endpoints.get(operation.name)?.byQuery ? { organization: place.organization } : {},
    )
    if (part === 'query' && typeof step === 'object' && 'field' in step) query.set(step.field, text)
    const body = part === 'body' ? withText(sample, steps, text) : sample
    const { token } = operation.access === 'staff' ? people.staff : people.owner
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

  const atMaximum = (some: TextField[]) =>
    findExpensive(
      // Fields with a format refuse these texts.
      some.filter(({ schema }) => !('format' in schema._zod.def)),
      (field) => plainText(field, keptMaximum(field)),
      (make) => (field) => make(Math.min(keptMaximum(field), fitText(make, field).length)),
    )
  const atMostBytes = (some: TextField[]) =>
    findExpensive(
      some,
      (field) => 'a'.repeat(maxBytes(field)),
      (make) => (field) => fitText(make, field),
    )

  return { people, organization: () => place.organization, costOfRequests, atMaximum, atMostBytes }
}

/** A word that several names have makes choices, whatever the other words: hostile addresses end with it, too. */
const plainText = ({ operation }: TextField, length: number) =>
  operation.name === 'askSonar' ? 'x'.padStart(length, `${'a'.repeat(length - 2)} `) : 'a'.repeat(length)

/** Requires excess in every round: a busy machine slows single measurements, a hostile text all of them. */
export async function excessOf(costOfPlain: Cost, costOfHostile: Cost) {
  let excess = ''
  for (let round = 0; round < ROUNDS; round++) {
    const usual = await costOfPlain()
    const cost = await costOfHostile()
    if (cost <= MAX_RATIO * usual + NOISE_MS) return undefined
    excess = `${cost.toFixed(1)} ms, plain letters ${usual.toFixed(1)} ms`
  }
  return excess
}

/** Maximum text size: 60 kB in a body, 15 kB in a URL, where some characters take nine bytes. */
const maxBytes = ({ part }: TextField) => (part === 'body' ? BODY_BYTES : QUERY_BYTES)
function fitText(make: (length: number) => string, field: TextField) {
  const sample = make(1000)
  const bytes = field.part === 'body' ? Buffer.byteLength(JSON.stringify(sample)) : encodeURIComponent(sample).length
  return make(Math.floor((maxBytes(field) / bytes) * 1000))
}
