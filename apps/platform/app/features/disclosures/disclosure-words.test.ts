import { expect, test } from 'vitest'
import { nextStepOf, timeLeft } from './disclosure-words.ts'

test('a deadline lapses at its instant, not at the end of the reader’s day', () => {
  const due = { dueOn: '2026-11-17', dueAt: '2026-11-18T05:00:00Z' }
  expect(timeLeft(due, '2026-11-17', new Date('2026-11-18T04:59:00Z'))).toMatchObject({
    isLate: false,
    text: '1 min left',
  })
  expect(timeLeft(due, '2026-11-18', new Date('2026-11-18T05:00:00Z'))).toMatchObject({
    isLate: true,
    text: '1 day late',
  })
  expect(timeLeft({ ...due, dueAt: '2026-11-17T12:00:00Z' }, '2026-11-17', new Date('2026-11-17T13:00:00Z')).text).toBe(
    '1 h late',
  )
  expect(timeLeft(due, '2026-11-14', new Date('2026-11-14T15:00:00Z')).text).toBe('3 days left')
})

test('the button names the next step', () => {
  const asked = { askedOn: '2026-11-10', openedAt: null, answeredAt: null, presumed: false }
  expect(nextStepOf({ kind: 'nil-go', state: 'draft', attestation: null })).toBe('Complete')
  expect(nextStepOf({ kind: 'school-72h', state: 'ready', attestation: null })).toBe('Send')
  expect(nextStepOf({ kind: 'nil-go', state: 'submitted', attestation: asked })).toBe('Remind')
  expect(nextStepOf({ kind: 'nil-go', state: 'submitted', attestation: { ...asked, presumed: true } })).toBe(
    'Call payor',
  )
})
