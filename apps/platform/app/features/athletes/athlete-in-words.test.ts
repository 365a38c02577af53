import { expect, test } from 'vitest'
import { athleteInWords } from './athlete-in-words.ts'

test('lists known position, school and class', () => {
  const unknown = { sport: null, positions: [], school: null, classYear: null, level: 'college' } as const
  const pitcher = { ...unknown, sport: 'baseball', positions: ['pitcher', 'outfield'] } as const
  expect(
    athleteInWords({ ...pitcher, school: 'Harlan Tech', classYear: 2027, positions: [...pitcher.positions] }),
  ).toBe('Pitcher, Harlan Tech, 2027')
  expect(athleteInWords({ ...unknown, sport: 'hockey', level: 'pro', positions: [] })).toBe('Hockey, Pro')
  expect(athleteInWords({ ...unknown, positions: [] })).toBe('')
})
