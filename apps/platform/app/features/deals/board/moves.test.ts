import { allDealStages } from '@sherpa/contracts/deal-stage'
import { expect, test } from 'vitest'
import { targetsOf } from './moves.ts'

const movesFrom = (stage: (typeof allDealStages)[number]) =>
  targetsOf(stage).flatMap((target) => ('move' in target ? [[target.stage, target.move]] : []))

test('manual moves exclude approvals and signatures', () => {
  expect(movesFrom('draft')).toEqual([['declined', 'decline']])
  expect(movesFrom('approved')).toEqual([
    ['declined', 'decline'],
    ['expired', 'expire'],
  ])
  expect(movesFrom('signed')).toEqual([
    ['active', 'start'],
    ['terminated', 'terminate'],
  ])
  expect(movesFrom('completed')).toEqual([])
})

test('every other stage has a move or a reason', () => {
  for (const from of allDealStages) {
    const targets = targetsOf(from)
    expect(targets.map(({ stage }) => stage)).toEqual(allDealStages.filter((stage) => stage !== from))
    for (const target of targets) expect('move' in target ? target.move : target.why).toBeTruthy()
  }
})
