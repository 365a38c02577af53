import { expect, test } from 'vitest'
import { compareWithBudget } from './budget.mjs'

const budget = { seconds: { unit: 100 }, counts: { journeys: 10 } }
const run = (unit: number, { calibrations = [2, 2], journeys = 10 } = {}) => {
  const seconds = new Map([['unit', unit]])
  const { exceeded, warnings } = compareWithBudget(budget, { seconds, counts: { journeys }, calibrations })
  return { exceeded, warnings }
}
const tooSlow = ['unit: 126 instead of 100 processor seconds']

test('a step may take a quarter more than its budget', () => {
  expect(run(125)).toEqual({ exceeded: [], warnings: [] })
  expect(run(126)).toEqual({ exceeded: tooSlow, warnings: [] })
})

test('at the speed of the reference: a machine of half the speed may take twice as long', () => {
  expect(run(250, { calibrations: [4, 4] })).toEqual({ exceeded: [], warnings: [] })
  expect(run(252, { calibrations: [4, 4] })).toEqual({ exceeded: tooSlow, warnings: [] })
})

test('a machine whose speed changed only warns of time, and still fails a count', () => {
  expect(run(126, { calibrations: [1.9, 2.1] })).toEqual({ exceeded: [], warnings: tooSlow })
  expect(run(1, { calibrations: [1.9, 2.1], journeys: 11 }).exceeded).toEqual(['11 instead of 10 journeys'])
})

test('a step without a budget is beyond it', () => {
  const seconds = new Map([['lint', 1]])
  const { exceeded } = compareWithBudget(budget, { seconds, counts: {}, calibrations: [2, 2] })
  expect(exceeded).toEqual(['lint has no budget'])
})
