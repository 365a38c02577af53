import { expect, test } from 'vitest'
import { sectionBeingRead } from './reading-position'

test('the section whose heading was last to pass the reading line is being read', () => {
  expect(
    sectionBeingRead(
      [
        ['a', -300],
        ['b', 160],
        ['c', 161],
      ],
      false,
    ),
  ).toBe('b')
})

test('before the first heading has passed, it is the first section', () => {
  expect(
    sectionBeingRead(
      [
        ['a', 500],
        ['b', 900],
      ],
      false,
    ),
  ).toBe('a')
})

test('at the end of the page it is the last section, however short it is', () => {
  expect(
    sectionBeingRead(
      [
        ['a', -300],
        ['b', 400],
      ],
      true,
    ),
  ).toBe('b')
})
