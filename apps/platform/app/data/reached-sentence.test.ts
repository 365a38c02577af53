import { expect, test } from 'vitest'
import { reachedSentence } from './reached-sentence.ts'

const jonah = { name: 'Jonah Okoye', as: 'athlete', how: 'mail' } as const
const mari = { name: 'Mari Okoye', as: 'guardian', how: 'mail' } as const

test.each([
  [[jonah], 'Emailed Jonah Okoye.'],
  [[jonah, mari], 'Emailed Jonah Okoye and Mari Okoye (guardian).'],
  [[{ name: null, as: 'approver', how: 'mail' } as const], 'Emailed the approvers.'],
  [
    [{ ...jonah, how: 'bell' } as const, mari],
    'Emailed Mari Okoye (guardian). Notified Jonah Okoye in Sherpa, without email.',
  ],
  [[{ ...jonah, how: 'digest' } as const], 'Jonah Okoye will read it in the next daily digest.'],
])('names the people and the way', (reached, sentence) => {
  expect(reachedSentence(reached)).toBe(sentence)
})
