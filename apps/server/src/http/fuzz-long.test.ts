// slow: 1,500 requests; represented by apps/server/src/http/fuzz.test.ts
import { expect, test } from 'vitest'
import { fuzzForTests } from '../../test/fuzz.ts'
import { lengthOfWalk, seed } from '../../test/random-walk.ts'

const findServerErrors = await fuzzForTests()
const requests = lengthOfWalk(1500, 20_000)

test(`${requests} invalid requests over every operation cause no server error, seed ${seed}`, {
  timeout: 600_000,
}, async () => {
  expect(await findServerErrors(requests)).toEqual([])
})
