import { expect, test } from 'vitest'
import { idsBetween } from './selection.ts'

const ids = ['a', 'b', 'c', 'd', 'e']

test('all rows between two, both included, in whichever direction', () => {
  expect(idsBetween(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(ids, 'c', 'c')).toEqual(['c'])
})

test('without a first one, or if it has left the list, only the other', () => {
  expect(idsBetween(ids, undefined, 'c')).toEqual(['c'])
  expect(idsBetween(ids, 'gone', 'c')).toEqual(['c'])
})
