import { expect, test } from 'vitest'
import { followUpTitle } from './follow-up-title.ts'

const note = { kind: 'call', text: 'Knee is better\nCall again', readers: 'team', at: '2026-11-17T15:00:00Z' } as const

test('the first line of a note for the team is the title', () => {
  expect(followUpTitle(note)).toBe('Follow up: Knee is better')
  expect(followUpTitle({ ...note, text: 'x'.repeat(500) })).toHaveLength(200)
})

test('a restricted note is not quoted', () => {
  expect(followUpTitle({ ...note, readers: 'me' })).toMatch(/^Follow up on the call of Nov 17/)
  expect(followUpTitle({ ...note, readers: 'money' })).not.toContain('Knee')
})
