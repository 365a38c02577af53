import type { Company } from '@sherpa/contracts/company'
import { expect, test } from 'vitest'
import { contestedFacts, factInWords, formerOf } from './company-facts.ts'

const seen = {
  name: 'Halden',
  kind: 'brand',
  category: null,
  website: null,
  parent: { id: 'p1', name: 'Halden Group' },
} as unknown as Company

test.each([
  ['another fact', { name: 'Halden Sportswear' }, { category: 'apparel' }, []],
  ['the same fact', { name: 'Halden Sportswear' }, { name: 'Halden Inc.' }, ['name']],
  ['the same fact to the same value', { category: 'apparel' }, { category: 'apparel' }, []],
  ['nothing, where both leave it empty', { website: '' }, { website: null }, []],
  ['the parent company', { parentId: null }, { parent: { id: 'p2', name: 'Verve' } }, ['parentId']],
] as const)('a colleague changed %s', (_, mine, theirs, contested) => {
  expect(contestedFacts(mine, seen, { ...seen, ...theirs } as Company)).toEqual(contested)
})

test('the undo restores every changed fact', () => {
  expect(formerOf({ name: 'X', parentId: null, website: 'https://x.example' }, seen)).toEqual({
    name: 'Halden',
    parentId: 'p1',
    website: null,
  })
})

test('facts are shown as labels', () => {
  expect(factInWords('category', 'energy-drinks')).toBe('Energy drinks')
  expect(factInWords('kind', 'brand')).toBe('Brand')
  expect(factInWords('website', null)).toBe('')
})
