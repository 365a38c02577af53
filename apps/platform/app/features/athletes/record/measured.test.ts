import type { Measurement } from '@sherpa/contracts/athlete'
import { expect, test } from 'vitest'
import { differenceOf, measuredByKind } from './measured.ts'

const measurement = (kind: Measurement['kind'], value: number, measuredOn: string): Measurement => ({
  id: `${kind} ${measuredOn}`,
  kind,
  value,
  measuredOn,
  source: null,
  changeable: false,
})

const only = (...measurements: Measurement[]) => {
  const [measured] = measuredByKind(measurements)
  if (!measured) throw new Error('Nothing was measured.')
  return measured
}

test('returns the latest and previous value of each kind', () => {
  const [height, agility] = measuredByKind([
    measurement('lane-agility', 10.9, '2026-09-12'),
    measurement('height', 176.5, '2026-10-28'),
    measurement('height', 175.3, '2026-01-10'),
  ])
  expect(height).toMatchObject({ kind: 'height', latest: { value: 176.5 }, before: { value: 175.3 } })
  expect(agility).toMatchObject({ kind: 'lane-agility', latest: { value: 10.9 }, before: undefined })
})

test.each([
  ['height', 175.26, 176.53, '+0.5 in', false],
  ['weight', 62.14, 63.96, '+4 lb', false],
  ['lane-agility', 11.2, 10.9, '−0.30 s', true],
  ['lane-agility', 10.9, 11.2, '+0.30 s', false],
  ['vertical-jump', 66.04, 69.85, '+1.5 in', true],
  ['vertical-jump', 69.85, 69.85, 'No change', false],
] as const)('%s from %d to %d', (kind, before, after, text, isBetter) => {
  const measured = only(measurement(kind, before, '2026-01-01'), measurement(kind, after, '2026-02-01'))
  expect(differenceOf(measured)).toEqual({ text, isBetter })
})

test('the first value of a kind has no change', () => {
  expect(differenceOf(only(measurement('height', 180, '2026-01-01')))).toBeUndefined()
})
