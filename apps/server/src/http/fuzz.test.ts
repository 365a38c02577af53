import { expect, test } from 'vitest'
import { fuzzForTests } from '../../test/fuzz.ts'

const findServerErrors = await fuzzForTests()

test('400 invalid requests cause no server error', async () => {
  expect(await findServerErrors(400)).toEqual([])
})
