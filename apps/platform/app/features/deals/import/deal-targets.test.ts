import { expect, test } from 'vitest'
import { dealTargetsOf } from './deal-targets.ts'

const idsOf = (...of: Parameters<typeof dealTargetsOf>) => dealTargetsOf(...of).map(([id]) => id)

test('offers the first payment as columns, and no season, for a file without them', () => {
  const ids = idsOf(['athlete', null], ['Player', 'Notes'])
  expect(ids).toContain('athlete')
  expect(ids).toContain('payment:1:due')
  expect(ids).not.toContain('payment:2:due')
  expect(ids.some((id) => id.startsWith('season:'))).toBe(false)
})

test('offers one payment more than the file uses, up to the limit', () => {
  expect(idsOf(['payment:2:due'], ['Due 2'])).toContain('payment:3:amount')
  expect(idsOf(['payment:24:due'], ['Due 24']).filter((id) => id.startsWith('payment:25'))).toEqual([])
})

test('offers the years that columns name, once', () => {
  const targets = dealTargetsOf(['season:2027:amount'], ['2027 base', 'Base 2026', 'Notes'])
  expect(targets.filter(([id]) => id.startsWith('season:')).map(([, name]) => name)).toEqual([
    '2026 season: amount',
    '2026 season: due on',
    '2026 season: received',
    '2026 season: guaranteed',
    '2027 season: amount',
    '2027 season: due on',
    '2027 season: received',
    '2027 season: guaranteed',
  ])
})
