import { expect, test } from 'vitest'
import { allDealMoves, allDealStages, type DealStage, stageAfter } from './deal-stage.ts'

/** All of them, written out: a move that is added or lost is noticed here. */
const possible: Record<DealStage, Record<string, DealStage>> = {
  draft: { submit: 'in-review', decline: 'declined' },
  'in-review': { approve: 'approved', revise: 'draft', decline: 'declined', expire: 'expired' },
  approved: { revise: 'draft', sign: 'signed', decline: 'declined', expire: 'expired' },
  signed: { start: 'active', terminate: 'terminated' },
  active: { complete: 'completed', terminate: 'terminated', expire: 'expired' },
  completed: {},
  declined: { reopen: 'draft' },
  terminated: {},
  expired: { reopen: 'draft' },
}

test.each(allDealStages.flatMap((stage) => allDealMoves.map((move) => [stage, move] as const)))(
  'from %s, %s',
  (stage, move) => {
    expect(stageAfter(stage, move)).toBe(possible[stage][move])
  },
)

test('what was in force once is not tried again', () => {
  expect(stageAfter('expired', 'reopen', true)).toBeUndefined()
})
