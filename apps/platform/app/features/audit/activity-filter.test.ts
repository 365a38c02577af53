import { expect, test } from 'vitest'
import { filterIn, queryOf, searchOf } from './activity-filter.ts'

const person = '0b8f1d3e-6f0a-4a55-9d4e-3f6f3a1f9a10'

test('a filter round-trips through the URL', () => {
  const filter = { kind: 'people', person, athlete: person, from: '2026-11-01', to: '2026-11-17' } as const
  expect(filterIn(searchOf(filter))).toEqual(filter)
  expect(searchOf({ from: '' }).toString()).toBe('')
})

test.each([
  'kind=gossip',
  'person=ada',
  'athlete=ada',
  'from=yesterday',
  'to=2026-02-30',
  'from=0000-00-00',
  'kind=',
  'page=3',
])('ignores the invalid parameter %s', (search) => {
  expect(filterIn(new URLSearchParams(search))).toEqual({})
})

test('days are whole local days, including the last', () => {
  const { from, until } = queryOf({ from: '2026-11-01', to: '2026-11-01' })
  expect(new Date(from ?? '')).toEqual(new Date(2026, 10, 1))
  expect(new Date(until ?? '')).toEqual(new Date(2026, 10, 2))
})
