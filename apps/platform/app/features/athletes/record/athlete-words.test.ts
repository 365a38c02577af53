import type { Athlete } from '@sherpa/contracts/athlete'
import { labels } from '@sherpa/contracts/labels'
import { expect, test } from 'vitest'
import { factInWords, headline } from './athlete-words.ts'

const kaia = {
  sport: 'basketball',
  positions: ['point-guard', 'guard'],
  school: 'Alder Basin High',
  classYear: 2027,
  hometown: 'Bend',
  state: 'OR',
} as Athlete

test('the line below the name lists known facts', () => {
  expect(headline(kaia)).toEqual(['Point guard', 'Alder Basin High, 2027', 'Bend, OR'])
  expect(headline({ ...kaia, positions: [], classYear: null, hometown: null })).toEqual([
    'Basketball',
    'Alder Basin High',
    'OR',
  ])
  expect(
    headline({ ...kaia, sport: null, positions: [], school: null, classYear: null, hometown: null, state: null }),
  ).toEqual([])
})

test('formats facts and days', () => {
  expect(factInWords('positions', ['point-guard', 'guard'], 'basketball', labels.agency)).toBe('Point guard, Guard')
  expect(factInWords('state', 'OR', null, labels.agency)).toBe('Oregon')
  expect(factInWords('birthDate', '2009-03-03', null, labels.agency)).toBe('Mar 3, 2009')
  expect(factInWords('classYear', 2027, null, labels.agency)).toBe('2027')
  expect(factInWords('stage', 'signed', null, labels.collective)).toBe('Member')
  expect(factInWords('hometown', null, null, labels.agency)).toBe('')
})
