import type { DisclosureRow } from '@sherpa/contracts/disclosure'
import { expect, test } from 'vitest'
import { deadlineInWords } from '../../data/moments.tsx'
import {
  countedInWords,
  filedInWords,
  groupByDeadline,
  missingInWords,
  movedInWords,
  nextStepOf,
  payorInWords,
  timeLeft,
  unknownInWords,
} from './disclosure-words.ts'

const row = {
  kind: 'nil-go',
  state: 'draft',
  countsFrom: '2026-11-09',
  countsAt: null,
  dueOn: '2026-11-17',
  dueAt: '2026-11-18T05:00:00Z',
  authority: null,
  missing: [] as DisclosureRow['missing'],
} as DisclosureRow

test('a deadline lapses at its instant, not at the end of the reader’s day', () => {
  expect(timeLeft(row, '2026-11-17', new Date('2026-11-18T04:59:00Z'))).toMatchObject({
    isLate: false,
    text: '1 min left',
  })
  expect(timeLeft(row, '2026-11-18', new Date('2026-11-18T05:00:00Z'))).toMatchObject({
    isLate: true,
    text: '1 day late',
  })
  expect(timeLeft({ ...row, dueAt: '2026-11-17T12:00:00Z' }, '2026-11-17', new Date('2026-11-17T13:00:00Z')).text).toBe(
    '1 h late',
  )
  expect(timeLeft(row, '2026-11-14', new Date('2026-11-14T15:00:00Z')).text).toBe('3 days left')
})

test.each([
  ['late', '2026-11-16', { title: 'Late', isBad: true, rank: 0 }],
  ['today', '2026-11-17', { title: 'Today', note: 'Tue, Nov 17' }],
  ['tomorrow', '2026-11-18', { title: 'Tomorrow', note: 'Wed, Nov 18' }],
  ['within a week', '2026-11-24', { title: 'Tue, Nov 24', note: undefined }],
  ['after a week', '2026-11-25', { title: 'Later' }],
] as const)('a report that is due %s', (_, dueOn, group) => {
  const due = { ...row, dueOn, dueAt: `${dueOn}T23:59:00-05:00` }
  expect(groupByDeadline(due, '2026-11-17', new Date('2026-11-17T15:00:00Z'))).toMatchObject(group)
})

test('an answer of the authority is not late, and comes after late reports', () => {
  const flagged = { ...row, state: 'flagged' as const, dueOn: '2026-10-01', dueAt: '2026-10-02T04:00:00Z' }
  expect(groupByDeadline(flagged, '2026-11-17', new Date('2026-11-17T15:00:00Z'))).toMatchObject({
    title: 'To answer',
    rank: 1,
  })
})

test('a row says how its deadline was counted', () => {
  expect(countedInWords(row)).toMatch(/^From Nov 9(, 2026)?, skips Nov 11(, 2026)?$/)
  expect(countedInWords({ ...row, dueOn: '2026-11-30' })).toMatch(/^Agreed Nov 9/)
  expect(countedInWords({ ...row, kind: 'other', countsFrom: null, authority: 'State board' })).toBe('State board')
})

test('a moved deadline says by how much', () => {
  expect(movedInWords('2026-11-18T05:00:00Z', '2026-11-17T05:00:00Z')).toBe('1 day earlier')
  expect(movedInWords('2026-11-18T05:00:00Z', '2026-11-21T05:00:00Z')).toBe('3 days later')
  expect(movedInWords('2026-11-18T05:00:00Z', '2026-11-18T08:00:00Z')).toBe('3 hours later')
  expect(movedInWords('2026-11-18T05:00:00Z', '2026-11-18T05:00:00Z')).toBe('at the same time')
})

test('the button names the next step, and the payor’s silence is shown', () => {
  const asked = { askedOn: '2026-11-10', openedAt: null, answeredAt: null, presumed: false }
  const completeness = { filled: 11, fields: 14 }
  const draft = { kind: 'nil-go' as const, state: 'draft' as const, missing: [], attestation: null }
  expect(nextStepOf({ ...draft, completeness })).toBe('Complete report')
  expect(nextStepOf({ ...draft, completeness, missing: ['athlete.division'] })).toBe('Enter facts')
  expect(missingInWords({ completeness })).toBe('3 of 14 missing')
  const full = { filled: 14, fields: 14 }
  expect(nextStepOf({ ...draft, completeness: full })).toBe('Ready to file')
  expect(missingInWords({ completeness: full })).toBeUndefined()
  const filed = { completeness: null, missing: [] }
  expect(missingInWords(filed)).toBeUndefined()
  expect(nextStepOf({ kind: 'school-72h', state: 'ready', attestation: null, ...filed })).toBe('Send notice')
  expect(nextStepOf({ kind: 'nil-go', state: 'submitted', attestation: asked, ...filed })).toBe('Remind payor')
  const silent = { ...asked, presumed: true }
  expect(nextStepOf({ kind: 'nil-go', state: 'submitted', attestation: silent, ...filed })).toBe('Call payor')
  expect(payorInWords({ attestation: silent })).toBe('No answer: association may be presumed')
})

test('a report that nobody can judge says what is missing, and counts as late', () => {
  expect(unknownInWords({ missing: [] })).toBeUndefined()
  expect(unknownInWords({ missing: ['athlete.division'] })).toBe('Division is missing')
  expect(unknownInWords({ missing: ['athlete.level', 'athlete.division'] })).toBe('Level and division are missing')
  const past = { ...row, dueOn: '2026-11-10', dueAt: '2026-11-11T05:00:00Z' }
  const now = new Date('2026-11-12T15:00:00Z')
  expect(groupByDeadline(past, '2026-11-12', now)).toMatchObject({ id: 'late', isBad: true })
  const unknown = { ...past, missing: ['athlete.division'] as DisclosureRow['missing'] }
  expect(groupByDeadline(unknown, '2026-11-12', now)).toMatchObject({ id: 'late' })
})

test('a filed report says how late it was', () => {
  const due = { dueOn: '2026-09-03', dueAt: '2026-09-04T04:00:00.000Z', timeZone: 'America/New_York' }
  expect(filedInWords({ ...due, submittedAt: null })).toBeUndefined()
  expect(filedInWords({ ...due, submittedAt: '2026-09-04T03:59:00.000Z' })).toMatch(/^Filed Sep 3(, 2026)?, on time$/)
  expect(filedInWords({ ...due, submittedAt: '2026-09-04T04:00:00.000Z' })).toMatch(
    /^Filed Sep 4(, 2026)?, 1 day late$/,
  )
  expect(filedInWords({ ...due, submittedAt: '2026-09-06T15:00:00.000Z' })).toMatch(
    /^Filed Sep 6(, 2026)?, 3 days late$/,
  )
})

test('the end of a day is told as its last minute, in the zone of the organization', () => {
  const words = (at: string, zone = 'America/New_York') => deadlineInWords(at, zone).replaceAll('\u202f', ' ')
  expect(words('2026-09-04T04:00:00.000Z')).toMatch(/^Sep 3(, 2026)?, 11:59 PM ET$/)
  expect(words('2026-11-04T05:00:00.000Z')).toMatch(/^Nov 3(, 2026)?, 11:59 PM ET$/)
  expect(words('2026-09-03T20:30:00.000Z')).toMatch(/^Sep 3(, 2026)?, 4:30 PM ET$/)
  expect(words('2026-09-04T07:00:00.000Z', 'America/Los_Angeles')).toMatch(/^Sep 3(, 2026)?, 11:59 PM PT$/)
})
