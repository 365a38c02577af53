// slow: a text field per schema and part; represented by apps/server/src/http/hostile-texts.test.ts
import { expect, test } from 'vitest'
import { hostileTexts } from '../../test/hostile-texts.ts'
import { allTextFields, onePerSchema } from '../../test/text-fields.ts'

/** Five hostile texts in each field. */
const timeout = 600_000

const { atMaximum, atMostBytes } = await hostileTexts()
const fields = process.env.TESTS === 'deep' ? await allTextFields() : onePerSchema(await allTextFields())

test('hostile text at the maximum length costs about as much as plain letters', { timeout }, async () => {
  expect(await atMaximum(fields)).toEqual([])
})

test('hostile text at 60 kB in bodies and 15 kB in URLs costs about as much as plain letters', {
  timeout,
}, async () => {
  expect(await atMostBytes(fields)).toEqual([])
})
