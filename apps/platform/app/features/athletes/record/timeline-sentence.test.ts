import { labels } from '@sherpa/contracts/labels'
import { expect, test } from 'vitest'
import { timelineDay } from './timeline-day.ts'
import { timelineDetails, timelineSentence } from './timeline-sentence.ts'

const nothing = { about: null, changes: [] }
const stage = { field: 'stage', before: 'Recruiting', after: 'Signed' }
const changed = (...changes: (typeof stage | { field: string; before: string | null; after: string | null })[]) =>
  timelineSentence({ kind: 'changed', about: null, changes }, labels.agency)

test('a change shows old and new value', () => {
  expect(changed(stage)).toBe('changed stage from Recruiting to Signed')
  expect(changed({ field: 'school', before: null, after: 'Alder Basin High' })).toBe(
    'set school or club to Alder Basin High',
  )
  expect(changed({ field: 'hometown', before: 'Bend', after: null })).toBe('removed hometown (was Bend)')
})

test('formats days and uses custom field names', () => {
  expect(changed({ field: 'birthDate', before: '2009-03-03', after: '2008-03-03' })).toBe(
    'changed birth date from Mar 3, 2009 to Mar 3, 2008',
  )
  expect(changed({ field: 'Shoe size', before: '9', after: '9.5' })).toBe('changed Shoe size from 9 to 9.5')
})

test('counts several changes and lists them', () => {
  const both = [stage, { field: 'hometown', before: null, after: 'Bend' }]
  expect(changed(...both)).toBe('changed 2 fields')
  expect(timelineDetails({ kind: 'changed', changes: both }, labels['athletic-department'])).toEqual([
    'Changed stage from Recruiting to Enrolled',
    'Set hometown to Bend',
  ])
  expect(timelineDetails({ kind: 'changed', changes: [stage] }, labels.agency)).toEqual([])
})

test('hides the values of a change without permission', () => {
  expect(changed()).toBe('made a change you don’t have permission to see')
})

test.each([
  ['added', null, 'added this athlete'],
  ['contact-shown', 'Mari Nakamura (parent)', 'viewed contact details of Mari Nakamura (parent)'],
  ['measured', 'Height: 5 ft 9.5 in', 'added a measurement. Height: 5 ft 9.5 in'],
  ['eligibility-removed', '2026–27', 'removed the eligibility of 2026–27'],
  ['social-changed', 'Instagram, X', 'changed the social accounts. Now: Instagram, X'],
  ['social-changed', '', 'removed all social accounts'],
  ['guardian-confirmed', 'Mari', 'confirmed they are the guardian: Mari'],
  ['of-a-newer-server', 'Mari', 'of a newer server: Mari'],
])('%s about %j', (kind, about, sentence) => {
  expect(timelineSentence({ ...nothing, kind, about }, labels.agency)).toBe(sentence)
})

test('a disclosure says what happened to it, with its proof', () => {
  const moved = (...changes: [field: string, after: string][]) =>
    timelineSentence(
      {
        kind: 'disclosure-moved',
        about: 'NIL Go report, Theo Lind × Brightwater Drinks',
        changes: changes.map(([field, after]) => ({ field, before: null, after })),
      },
      labels.agency,
    )
  const report = 'the NIL Go report, Theo Lind × Brightwater Drinks'
  expect(moved(['state', 'ready'])).toBe(`prepared ${report}`)
  expect(moved(['state', 'submitted'], ['proof', 'NG-26-118204'])).toBe(`submitted ${report}. Proof: NG-26-118204`)
  expect(moved(['state', 'not-cleared'])).toBe(`recorded the outcome of ${report}: not cleared`)
  expect(moved(['state', 'revised'])).toBe(`started a revision of ${report}`)
})

test('today and yesterday are named', () => {
  const now = new Date('2026-11-17T10:24:00')
  expect(timelineDay('2026-11-17T00:10:00', now)).toBe('Today')
  expect(timelineDay('2026-11-16T23:50:00', now)).toBe('Yesterday')
  expect(timelineDay('2026-11-09T10:00:00', now)).toBe('Nov 9, 2026')
})
