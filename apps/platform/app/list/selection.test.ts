import { expect, test } from 'vitest'
import { type Chosen, choose, idsBetween, isChosen } from './selection.ts'

const ids = ['a', 'b', 'c', 'd', 'e']

test('selects an inclusive range in both directions', () => {
  expect(idsBetween(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(ids, 'c', 'c')).toEqual(['c'])
})

test('selects a single row without a range start', () => {
  expect(idsBetween(ids, undefined, 'c')).toEqual(['c'])
  expect(idsBetween(ids, 'gone', 'c')).toEqual(['c'])
})

test('tracks added and removed ids of a selection', () => {
  const some = choose(choose({ ids: new Set() }, ['a', 'b', 'c'], true), ['b'], false)
  expect(some).toEqual({ ids: new Set(['a', 'c']) })
  expect(ids.filter((id) => isChosen(some, id))).toEqual(['a', 'c'])
})

test('tracks exceptions of a whole list', () => {
  const all: Chosen = { allOf: 'stage=signed', except: new Set() }
  const allButTwo = choose(all, ['b', 'c'], false)
  expect(allButTwo).toEqual({ allOf: 'stage=signed', except: new Set(['b', 'c']) })
  const allButOne = choose(allButTwo, ['c'], true)
  expect(ids.filter((id) => isChosen(allButOne, id))).toEqual(['a', 'c', 'd', 'e'])
  expect(isChosen(allButOne, 'not loaded yet')).toBe(true)
})
