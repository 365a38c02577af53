import type { Disclosure } from '@sherpa/contracts/disclosure'
import { expect, test } from 'vitest'
import { headlineOf, ownStepOf, progressOf } from './disclosure-progress.ts'

const field = { key: 'purpose', group: 'Deal', label: 'Purpose', value: null, entered: false }
const draft = {
  kind: 'nil-go',
  state: 'draft',
  missing: [],
  packet: { fields: [field], filled: 0, checks: [], hash: null },
  preparer: { id: 'p', name: 'Lin Zhao' },
  submitter: null,
  submittedAt: null,
  attestation: null,
  attestedOn: null,
  outcomeOn: null,
} as unknown as Disclosure
const filed = {
  ...draft,
  state: 'submitted',
  packet: { ...draft.packet, hash: 'ab' },
  submittedAt: '2026-11-17T15:00:00Z',
}
const statesOf = (disclosure: object) => progressOf(disclosure as Disclosure).map(({ id, state }) => `${id} ${state}`)

test('a draft says what keeps it from being ready', () => {
  expect(headlineOf(draft)).toBe('One field keeps this from being ready')
  const complete = { ...draft, packet: { ...draft.packet, filled: 1 } }
  expect(headlineOf(complete)).toBe('Complete: mark it ready')
  const fault = { id: 'purpose' as const, fine: false, title: 'Vague', detail: 'Say what for' }
  const faulty = { ...complete.packet, checks: [fault] }
  expect(headlineOf({ ...complete, packet: faulty })).toBe('All fields are filled. One point to check')
  expect(statesOf(draft)).toEqual(['draft now', 'submitted next', 'attested next', 'outcome next'])
})

test('a submitted report waits for the payor, then for the outcome', () => {
  expect(statesOf(filed)).toEqual(['draft done', 'submitted done', 'attested now', 'outcome next'])
  expect(statesOf({ ...filed, state: 'cleared', attestedOn: '2026-11-18', outcomeOn: '2026-11-20' })).toEqual([
    'draft done',
    'submitted done',
    'attested done',
    'outcome done',
  ])
  expect(statesOf({ ...filed, state: 'cleared', outcomeOn: '2026-11-20' })).not.toContain('attested done')
  expect(statesOf({ ...filed, kind: 'other' })).toEqual(['draft done', 'submitted done', 'outcome next'])
})

test('a withdrawn draft was never submitted', () => {
  expect(statesOf({ ...draft, state: 'withdrawn' })).toEqual(['draft done', 'outcome stopped'])
})

test('a report has one next step for those who may take it', () => {
  const { packet } = draft
  const stepOf = (state: Disclosure['state'], moves: Disclosure['moves'], filled = 0, more: object = {}) =>
    ownStepOf({ ...draft, state, moves, packet: { ...packet, filled }, ...more } as Disclosure)
  expect(stepOf('draft', ['prepare', 'withdraw'])).toBe('Complete report')
  expect(stepOf('draft', ['prepare', 'withdraw'], 1)).toBe('Ready to file')
  expect(stepOf('ready', ['submit', 'reopen'], 1)).toBe('File report')
  expect(stepOf('not-cleared', ['clear', 'arbitrate', 'revise', 'withdraw'])).toBe('Revise report')
  expect(stepOf('submitted', ['attest', 'clear', 'flag'])).toBe('Record attestation')
  const asked = { askedOn: '2026-11-10', openedAt: null, answeredAt: null, presumed: false }
  expect(stepOf('submitted', ['attest', 'clear', 'flag'], 1, { attestation: asked })).toBe('Remind payor')
  expect(stepOf('submitted', ['clear', 'flag'], 1, { kind: 'other' })).toBe('Record outcome')
  expect(stepOf('flagged', ['clear', 'refuse'])).toBe('Record outcome')
  expect(stepOf('cleared', ['flag', 'revise'])).toBeUndefined()
  expect(stepOf('not-cleared', [])).toBeUndefined()
})
