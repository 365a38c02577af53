import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { platformForTests } from '../../test/people.ts'
import { inOrganization, inTransaction, type Queryable } from '../persistence/database.ts'
import { answerOnce, forgetAnswersWith, forgetOldAnswers, idempotencyOf } from './idempotency.ts'

const world = platformForTests()

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

const asked = {
  operation: 'sample',
  organization: undefined,
  person: undefined,
  key: 'a-key-of-the-form',
  body: { seats: 1 },
  parameters: {},
}
type Asked = Parameters<typeof idempotencyOf>[0]

/** Does the work in a transaction, inside the organization if there is one. */
function ask(changes: Partial<Asked>, work: (client: Queryable) => Promise<unknown> = async () => randomUUID()) {
  const all: Asked = { ...asked, ...changes }
  const transaction = () =>
    inTransaction(world.serving, (client) => answerOnce(client, idempotencyOf(all), () => work(client)))
  return all.organization ? inOrganization(all.organization, transaction) : transaction()
}
const stored = async () => (await world.database.query('select answer from idempotency_keys')).rows

test('the same key and request get the first answer, and the work is done once', async () => {
  for (const place of [{}, { person }, { organization, person }]) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(place)))
    expect(new Set(answers).size).toBe(1)
  }
  expect(await stored()).toHaveLength(3)
})

test('without a key, the work is done every time', async () => {
  expect(await ask({ key: undefined })).not.toBe(await ask({ key: undefined }))
  expect(await stored()).toEqual([])
})

test('an operation that answers with nothing is done once, too', async () => {
  let times = 0
  const work = async () => void times++
  await ask({}, work)
  await ask({}, work)
  expect(times).toBe(1)
})

test('the same key for another request is refused', async () => {
  await ask({ parameters: { invoice: 'one' } })
  for (const other of [{ body: { seats: 2 } }, { parameters: { invoice: 'two' } }, {}]) {
    await expect(ask(other)).rejects.toMatchObject({ code: 'idempotency-key-reused' })
  }
})

test('it is one request, whether or not it names its organization', async () => {
  const first = await ask({ organization, person, body: { seats: 1, organization } })
  expect(await ask({ organization, person, parameters: { organization } })).toBe(first)
})

test('a key belongs to one operation, organization and person', async () => {
  const places = [{}, { operation: 'another' }, { person }, { organization, person }, { key: 'another-key' }]
  const answers = await Promise.all(places.map((place) => ask(place)))
  expect(new Set(answers).size).toBe(places.length)
})

test('work that fails leaves no answer, and can be tried again', async () => {
  const fail = async (client: Queryable) => {
    await client.query("insert into rate_counts values ('made by work that failed', now(), 1)")
    throw new Error('no')
  }
  await expect(ask({}, fail)).rejects.toThrow('no')
  expect(await stored()).toEqual([])
  expect((await world.database.query("select from rate_counts where bucket like 'made by%'")).rows).toEqual([])
  expect(await ask({})).toEqual(expect.any(String))
})

test.each(['short', 'x'.repeat(201), ['two-of-them', 'two-of-them']])('a key such as %s is refused', (key) => {
  expect(() => idempotencyOf({ ...asked, key })).toThrow(expect.objectContaining({ code: 'invalid-fields' }))
})

test('answers are kept for two days, in every organization', async () => {
  await ask({ organization, person })
  await ask({})
  await world.database.query("update idempotency_keys set created_at = now() - interval '47 hours'")
  await forgetOldAnswers(world.serving)
  expect(await stored()).toHaveLength(2)
  await world.database.query("update idempotency_keys set created_at = now() - interval '49 hours'")
  await forgetOldAnswers(world.serving)
  expect(await stored()).toEqual([])
})

test('answers that hold what a person has taken back are forgotten, however deep it is', async () => {
  await ask({ organization, person }, async () => ({ to: [{ email: 'amara@agency.example' }] }))
  await ask({}, async () => ({ email: 'other@agency.example' }))
  await forgetAnswersWith(world.serving, 'amara@agency.example')
  expect(await stored()).toEqual([{ answer: { email: 'other@agency.example' } }])
})
