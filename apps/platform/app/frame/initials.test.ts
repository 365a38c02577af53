import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Amara Cole', 'AC'],
  ['Amara van der Cole', 'AC'],
  ['Pelé', 'P'],
  ['  émile  zola ', 'ÉZ'],
  ['𝒜da Lovelace', '𝒜L'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
