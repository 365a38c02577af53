import type { FinanceOverview } from '@sherpa/contracts/finance'
import { figureNames } from '@sherpa/contracts/sonar/vocabulary/figures'
import { expect, test } from 'vitest'
import { explainedFigure } from './figure-words.ts'

const counted = { minor: 69_375_500, count: 21 }
const overview = { currency: 'USD', feesMinor: 2_703_800, received: counted } as FinanceOverview

test('a figure says what it is made of, and what it leaves out', () => {
  expect(explainedFigure('Fees earned')?.base(overview)).toBe('3.9% of $693,755 received.')
  expect(explainedFigure('Fees earned')?.base({ ...overview, received: { minor: 0, count: 0 } })).toBe(
    'Nothing was received.',
  )
  expect(explainedFigure('Money received')?.base(overview)).toBe('21 payments.')
  expect(explainedFigure('Weather')).toBeUndefined()
})

test.each(Object.values(figureNames))('%s is explained', (name) => {
  expect(explainedFigure(name)?.leftOut).toMatch(/^Not counted: /)
})
