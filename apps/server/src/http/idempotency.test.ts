import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { platformForTests } from '../../test/people.ts'
import { allAtOnce } from '../../test/wait-for-locks.ts'
import { inOrganization, inTransaction, type Queryable } from '../persistence/database.ts'
import { answerOnce, forgetAnswersWith, forgetOldAnswers, idempotencyOf } from './idempotency.ts'

const world = platformForTests({ atOnce: 10 })

let organization: string
let person: string
beforeAll(async () => {
  const owner = await world.people.register()
  person = owner.id
  organization = await world.people.createOrganization(owner)
})
beforeEach(async () => {
  await world.database.query('truncate idempotency_keys')
})

const defaults = {
  operation: 'sample',
  organization: undefined,
  person: undefined,
  key: 'a-key-of-the-form',
  body: { seats: 1 },
  parameters: {},
}
type Input = Parameters<typeof idempotencyOf>[0]

/** Runs the work in a transaction, within the organization if there is one. */
function answer(changes: Partial<Input>, work: (client: Queryable) => Promise<unknown> = async () => randomUUID()) {
  const all: Input = { ...defaults, ...changes }
  const transaction = () =>
    inTransaction(world.serving, (client) => answerOnce(client, idempotencyOf(all), () => work(client)))
  return all.organization ? inOrganization(all.organization, transaction) : transaction()
}
const stored = async () => (await world.database.query('select answer from idempotency_keys')).rows

test('repeating a key and request returns the first response and does the work once', async () => {
  for (const place of [{}, { person }, { organization, person }]) {
    const tenTimes = Array.from({ length: 10 }, () => () => answer(place))
    const answers = await Promise.all(await allAtOnce(world.database, 'idempotency_keys', tenTimes))
    expect(new Set(answers).size).toBe(1)
  }
  expect(await stored()).toHaveLength(3)
})

test('without a key the work is done every time', async () => {
  expect(await answer({ key: undefined })).not.toBe(await answer({ key: undefined }))
  expect(await stored()).toEqual([])
})

test('an operation without response body is idempotent, too', async () => {
  let times = 0
  const work = async () => void times++
  await answer({}, work)
  await answer({}, work)
  expect(times).toBe(1)
})

test('rejects a key that is reused for another request', async () => {
  await answer({ parameters: { invoice: 'one' } })
  for (const other of [{ body: { seats: 2 } }, { parameters: { invoice: 'two' } }, {}]) {
    await expect(answer(other)).rejects.toMatchObject({ code: 'idempotency-key-reused' })
  }
})

test('naming the organization or omitting it counts as the same request', async () => {
  const first = await answer({ organization, person, body: { seats: 1, organization } })
  expect(await answer({ organization, person, parameters: { organization } })).toBe(first)
})

test('a key is scoped to one operation, organization and person', async () => {
  const places = [{}, { operation: 'another' }, { person }, { organization, person }, { key: 'another-key' }]
  const answers = await Promise.all(places.map((place) => answer(place)))
  expect(new Set(answers).size).toBe(places.length)
})

test('failed work stores no response and can be retried', async () => {
  const fail = async (client: Queryable) => {
    await client.query("insert into rate_counts values ('made by work that failed', now(), 1)")
    throw new Error('no')
  }
  await expect(answer({}, fail)).rejects.toThrow('no')
  expect(await stored()).toEqual([])
  expect((await world.database.query("select from rate_counts where bucket like 'made by%'")).rows).toEqual([])
  expect(await answer({})).toEqual(expect.any(String))
})

test.each(['short', 'x'.repeat(201), ['two-of-them', 'two-of-them']])('rejects a key such as %s', (key) => {
  expect(() => idempotencyOf({ ...defaults, key })).toThrow(expect.objectContaining({ code: 'invalid-fields' }))
})

test('responses are kept for two days in every organization', async () => {
  await answer({ organization, person })
  await answer({})
  await world.database.query("update idempotency_keys set created_at = now() - interval '47 hours'")
  await forgetOldAnswers(world.serving)
  expect(await stored()).toHaveLength(2)
  await world.database.query("update idempotency_keys set created_at = now() - interval '49 hours'")
  await forgetOldAnswers(world.serving)
  expect(await stored()).toEqual([])
})

test('deletes stored responses that contain a withdrawn email address at any depth', async () => {
  await answer({ organization, person }, async () => ({ to: [{ email: 'amara@agency.example' }] }))
  await answer({}, async () => ({ email: 'other@agency.example' }))
  await forgetAnswersWith(world.serving, 'amara@agency.example')
  expect(await stored()).toEqual([{ answer: { email: 'other@agency.example' } }])
})
