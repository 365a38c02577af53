import type { Disclosure } from '@sherpa/contracts/disclosure'
import { expect, test } from 'vitest'
import { headlineOf, progressOf } from './disclosure-progress.ts'

const field = { key: 'purpose', group: 'Deal', label: 'Purpose', value: null, entered: false }
const draft = {
  kind: 'nil-go',
  state: 'draft',
  packet: { fields: [field], filled: 0, hash: null },
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
  expect(statesOf({ ...filed, kind: 'other' })).toEqual(['draft done', 'submitted done', 'outcome next'])
})

test('a withdrawn draft was never submitted', () => {
  expect(statesOf({ ...draft, state: 'withdrawn' })).toEqual(['draft done', 'outcome stopped'])
})
