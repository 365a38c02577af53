import { expect, test } from 'vitest'
import { type Chosen, choose, idsBetween, isChosen } from './selection.ts'

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

test('of some rows, those that are added and taken away are kept by their ids', () => {
  const some = choose(choose({ ids: new Set() }, ['a', 'b', 'c'], true), ['b'], false)
  expect(some).toEqual({ ids: new Set(['a', 'c']) })
  expect(ids.filter((id) => isChosen(some, id))).toEqual(['a', 'c'])
})

test('of a whole list, only those that are taken away are kept', () => {
  const all: Chosen = { allOf: 'stage=signed', except: new Set() }
  const allButTwo = choose(all, ['b', 'c'], false)
  expect(allButTwo).toEqual({ allOf: 'stage=signed', except: new Set(['b', 'c']) })
  const allButOne = choose(allButTwo, ['c'], true)
  expect(ids.filter((id) => isChosen(allButOne, id))).toEqual(['a', 'c', 'd', 'e'])
  expect(isChosen(allButOne, 'not loaded yet')).toBe(true)
})
