import { expect, test } from 'vitest'
import { localTime } from './local-time.ts'

test('a time round-trips through an input', () => {
  expect(new Date(localTime('2026-11-19T16:00:00Z')).toISOString()).toBe('2026-11-19T16:00:00.000Z')
})
