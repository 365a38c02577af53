import { allDealStages } from '@sherpa/contracts/deal-stage'
import { expect, test } from 'vitest'
import { targetsOf } from './moves.ts'

const movesFrom = (stage: (typeof allDealStages)[number]) =>
  targetsOf(stage).flatMap((target) => ('move' in target ? [[target.stage, target.move]] : []))

test('people move only what no decision and no signature moves', () => {
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

test('for every other stage there is a move, or a reason why there is none', () => {
  for (const from of allDealStages) {
    const targets = targetsOf(from)
    expect(targets.map(({ stage }) => stage)).toEqual(allDealStages.filter((stage) => stage !== from))
    for (const target of targets) expect('move' in target ? target.move : target.why).toBeTruthy()
  }
})
