import type { Athlete } from '@sherpa/contracts/athlete'
import { expect, test } from 'vitest'
import { contestedParts, formerOf } from './contested.ts'

const seen = {
  hometown: 'Bend',
  school: null,
  sport: 'basketball',
  positions: ['point-guard', 'guard'],
  lookedAfterBy: [
    { id: 'p1', name: 'Jo Park' },
    { id: 'p2', name: 'Mateo Rivas' },
  ],
  tags: [{ id: 't1', name: 'Top 50' }],
  custom: { shoe: 9.5 },
} as unknown as Athlete

test.each([
  ['another fact', { hometown: 'Portland' }, { school: 'Alder Basin High' }, []],
  ['the same fact', { hometown: 'Portland' }, { hometown: 'Salem' }, ['hometown']],
  ['the same fact to the same value', { hometown: 'Portland' }, { hometown: 'Portland' }, []],
  ['nothing, where both leave it empty', { school: '' }, { school: null }, []],
  ['one of two facts', { sport: 'soccer', positions: [] }, { positions: ['guard'] }, ['positions']],
  ['the order of positions', { positions: ['guard'] }, { positions: ['guard', 'point-guard'] }, ['positions']],
  [
    'who looks after them',
    { lookedAfterBy: ['p1'] },
    { lookedAfterBy: [{ id: 'p3', name: 'Lin' }] },
    ['lookedAfterBy'],
  ],
  ['only the order of people', { lookedAfterBy: ['p1'] }, { lookedAfterBy: [...seen.lookedAfterBy].reverse() }, []],
  ['the tags', { tags: [] }, { tags: [] }, []],
  ['the same field of the organization', { custom: { shoe: 10 } }, { custom: { shoe: 11 } }, ['custom.shoe']],
  ['another field of the organization', { custom: { shoe: 10 } }, { custom: { shoe: 9.5, jersey: 7 } }, []],
] as const)('a colleague changed %s', (_, mine, theirs, contested) => {
  const present = { ...seen, ...theirs } as unknown as Athlete
  expect(contestedParts(structuredClone(mine) as object, seen, present)).toEqual(contested)
})

test('undo restores every changed field', () => {
  expect(
    formerOf(
      { sport: 'soccer', positions: [], tags: [], lookedAfterBy: ['p3'], custom: { shoe: 10, jersey: 7 } },
      seen,
    ),
  ).toEqual({
    sport: 'basketball',
    positions: ['point-guard', 'guard'],
    tags: ['t1'],
    lookedAfterBy: ['p1', 'p2'],
    custom: { shoe: 9.5, jersey: null },
  })
})
