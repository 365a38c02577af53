import { expect, test } from 'vitest'
import { type ChoiceFilter, chosenOf, toggled } from './list-filters.tsx'

const stage: ChoiceFilter = { name: 'stage', label: 'Stage', choices: { prospect: 'Prospect', signed: 'Signed' } }
const hand: ChoiceFilter = {
  name: 'custom',
  label: 'Hand',
  prefix: 'f1:',
  most: 1,
  choices: { 'f1:Left': 'Left', 'f1:Right': 'Right' },
}
const level: ChoiceFilter = { name: 'custom', label: 'Level', prefix: 'f0:', most: 1, choices: { 'f0:A': 'A' } }

test('the URL does not depend on the order of choices', () => {
  expect(toggled(stage, { stage: 'signed' }, 'prospect')).toBe('prospect,signed')
  expect(toggled(stage, { stage: 'prospect' }, 'signed')).toBe('prospect,signed')
  expect(toggled(stage, { stage: 'prospect,signed' }, 'prospect')).toBe('signed')
  expect(toggled(stage, { stage: 'signed' }, 'signed')).toBe('')
})

test('filters that share a parameter are independent', () => {
  expect(toggled(hand, { custom: 'f0:A' }, 'f1:Left')).toBe('f0:A,f1:Left')
  expect(toggled(level, { custom: 'f1:Left' }, 'f0:A')).toBe('f0:A,f1:Left')
  expect(chosenOf(hand, { custom: 'f0:A,f1:Left' })).toEqual(['f1:Left'])
  expect(toggled(hand, { custom: 'f0:A,f1:Left' }, 'f1:Left')).toBe('f0:A')
})

test('a single-choice filter replaces its value', () => {
  expect(toggled(hand, { custom: 'f1:Left' }, 'f1:Right')).toBe('f1:Right')
})
