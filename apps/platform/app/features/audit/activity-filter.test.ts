import { expect, test } from 'vitest'
import { listStateIn } from '../../list/list-address.ts'
import { activityFilter, queryOf } from './activity-filter.ts'

const person = '0b8f1d3e-6f0a-4a55-9d4e-3f6f3a1f9a10'

test('reads the filters in the address', () => {
  const filter = { kind: 'people', person, athlete: person, from: '2026-11-01', until: '2026-11-17' }
  expect(listStateIn(new URLSearchParams(filter), activityFilter)).toEqual(filter)
})

test.each([
  'kind=gossip',
  'person=ada',
  'athlete=ada',
  'from=yesterday',
  'until=2026-02-30',
  'from=0000-00-00',
  'kind=',
  'page=3',
])('ignores the invalid parameter %s', (search) => {
  expect(listStateIn(new URLSearchParams(search), activityFilter)).toEqual({})
})

test('days are whole local days, including the last', () => {
  const { kind, from, until } = queryOf({ kind: 'people', from: '2026-11-01', until: '2026-11-01' })
  expect(kind).toBe('people')
  expect(new Date(from ?? '')).toEqual(new Date(2026, 10, 1))
  expect(new Date(until ?? '')).toEqual(new Date(2026, 10, 2))
})
