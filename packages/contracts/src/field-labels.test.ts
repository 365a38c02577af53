import { expect, test } from 'vitest'
import { athleteFactNames } from './athlete.ts'
import { dealTermNames } from './deal.ts'
import { fieldInWords } from './field-labels.ts'

test.each([...athleteFactNames, 'lookedAfterBy', 'tags', ...dealTermNames])('%s has a label', (field) => {
  const words = fieldInWords(field)
  // A label differs from its key unless the key is a plain word.
  expect(words === field ? /^[a-z]+$/.test(field) : /^[a-z][a-z ]+$/.test(words)).toBe(true)
})

test('keeps names of custom fields, even those of object properties', () => {
  expect(['Shoe size', 'constructor'].map(fieldInWords)).toEqual(['Shoe size', 'constructor'])
})
