import { describe, expect, test } from 'vitest'
import { endOfDeal, stateOfLink } from './link-rows.ts'

const now = new Date('2026-11-16T15:00:00Z')
const at = { now, today: '2026-11-16', end: null }
const tomorrow = new Date('2026-11-17T15:00:00Z')
const signature = { purpose: 'signature', closed_as: null, expires_at: tomorrow } as const
const used = { ...signature, closed_as: 'signed' } as const
const page = { purpose: 'page', closed_as: null, expires_at: null } as const

describe('the state of a link', () => {
  test('to sign is open until it expires', () => {
    expect(stateOfLink(signature, 'approved', at)).toBe('open')
    expect(stateOfLink({ ...signature, expires_at: now }, 'approved', at)).toBe('expired')
  })

  test.each(['replaced', 'withdrawn', 'codes', 'declined', 'changes', 'reassigned'] as const)(
    'is %s for good',
    (closed_as) => {
      expect(stateOfLink({ ...signature, closed_as }, 'approved', at)).toBe(closed_as)
      expect(stateOfLink({ ...page, closed_as }, 'signed', at)).toBe(closed_as)
    },
  )

  test('that signed follows its version: waiting, the page, or never in force', () => {
    expect(stateOfLink(used, 'approved', at)).toBe('signed')
    expect(stateOfLink(used, 'signed', at)).toBe('page')
    expect(stateOfLink(used, 'withdrawn', at)).toBe('version-withdrawn')
  })

  test('to the page expires 90 days after the end', () => {
    expect(stateOfLink(page, 'signed', { ...at, end: '2026-08-18' })).toBe('page')
    expect(stateOfLink(page, 'signed', { ...at, end: '2026-08-17' })).toBe('page-expired')
    expect(stateOfLink(used, 'signed', { ...at, end: '2026-08-17' })).toBe('page-expired')
  })
})

test('a deal ends with its term, or earlier if it is terminated or completed', () => {
  expect(endOfDeal('active', '2027-06-30', '2026-11-01')).toBe('2027-06-30')
  expect(endOfDeal('active', null, '2026-11-01')).toBeNull()
  expect(endOfDeal('terminated', '2027-06-30', '2026-11-01')).toBe('2026-11-01')
  expect(endOfDeal('completed', '2026-06-30', '2026-11-01')).toBe('2026-06-30')
  expect(endOfDeal('completed', null, '2026-11-01')).toBe('2026-11-01')
})
