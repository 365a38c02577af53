// slow: 4,000 requests; represented by apps/server/src/http/fuzz.test.ts
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { fuzzForTests } from '../../test/fuzz.ts'

const findServerErrors = await fuzzForTests()
const run = process.env.TESTS === 'deep' ? { requests: 20_000, seed: randomInt(2 ** 32) } : { requests: 4000 }

test(`invalid requests over every operation cause no server error: ${JSON.stringify(run)}`, {
  timeout: 600_000,
}, async () => {
  expect(await findServerErrors(run)).toEqual([])
})
