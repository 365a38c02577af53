import { expect, test } from 'vitest'
import { cameWithin72Hours, type KnownTime } from './notice-time.ts'

const clock = { zone: 'America/New_York', now: '2026-11-20T12:00:00Z' }
const at = (time: string) => ({ at: `2026-11-${time}Z` })
const day = (of: string) => ({ day: `2026-11-${of}` })

test.each<[KnownTime | null, KnownTime | null, string]>([
  [at('10T15:00:00'), at('13T15:00:00'), 'Yes'],
  [at('10T15:00:00'), at('13T15:00:01'), 'No'],
  // Days alone: only the second day is surely within, only the fourth surely after.
  [day('10'), day('12'), 'Yes'],
  [day('10'), day('13'), 'Unknown'],
  [day('10'), day('14'), 'No'],
  [at('10T15:00:00'), day('13'), 'Unknown'],
  [at('10T15:00:00'), day('12'), 'Yes'],
  [null, day('12'), 'Unknown'],
  // Not given: late once the hours are over.
  [at('17T11:00:00'), null, 'No'],
  [at('17T13:00:00'), null, 'Unknown'],
  [null, null, 'Unknown'],
])('signed %j, notice %j: within 72 hours is %s', (signed, given, expected) => {
  expect(cameWithin72Hours(signed, given, clock)).toBe(expected)
})
