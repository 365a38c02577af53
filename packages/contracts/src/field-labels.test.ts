import { expect, test } from 'vitest'
import { athleteFactNames } from './athlete.ts'
import { dealTermNames } from './deal.ts'
import { fieldInWords } from './field-labels.ts'

test.each([...athleteFactNames, 'lookedAfterBy', 'tags', ...dealTermNames])('%s has a label', (field) => {
  const words = fieldInWords(field)
  // Either another one than its key, or a word of its own.
  expect(words === field ? /^[a-z]+$/.test(field) : /^[a-z][a-z ]+$/.test(words)).toBe(true)
})

test('what is no field of ours stays as it is', () => {
  expect(['Shoe size', 'constructor'].map(fieldInWords)).toEqual(['Shoe size', 'constructor'])
})
