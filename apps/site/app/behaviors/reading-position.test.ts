import { expect, test } from 'vitest'
import { sectionBeingRead } from './reading-position'

test('the current section is the last whose heading passed the reading line', () => {
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

test('the first section is current before any heading passed', () => {
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

test('the last section is current at the end of the page', () => {
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
