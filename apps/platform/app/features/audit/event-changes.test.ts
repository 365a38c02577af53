import { labels } from '@sherpa/contracts/labels'
import { expect, test } from 'vitest'
import { changeLines } from './event-changes.ts'

test.each([
  ['athlete-changed', 'hometown', null, 'Lyon', 'Hometown: Lyon'],
  ['athlete-changed', 'hometown', 'Lyon', null, 'Hometown: Lyon → None'],
  ['deal-moved', 'stage', 'active', 'terminated', 'Stage: Active → Terminated'],
  ['deal-changed', 'endsOn', '{"endsOn":null}', '{"endsOn":"2027-05-01"}', 'End of term: May 1, 2027'],
  [
    'deal-changed',
    'fee',
    '{"fee":{"rateMillionths":150000},"currency":"USD"}',
    '{"fee":{"flatMinor":250000},"currency":"USD"}',
    'Fee: 15% of money received → $2,500 flat',
  ],
  ['deal-changed', 'title', 'Fall', 'Spring', 'Title: Fall → Spring'],
  ['organization-edited', 'guardiansSeePayments', 'true', 'false', 'Guardians see payments: Yes → No'],
  ['organization-edited', 'fiscalMonth', '1', '7', 'First month of the fiscal year: January → July'],
  ['disclosure-moved', 'state', 'draft', 'not-cleared', 'State: Draft → Not cleared'],
  ['disclosure-opened', 'countsAt', null, '2026-11-21T00:10:48.670Z', 'Signed at: Nov 20, 2026, 7:10 PM ET'],
  [
    'disclosure-changed',
    'dueAt',
    '2026-11-18T05:00:00.000Z',
    '2026-11-29T05:00:00.000Z',
    'Due: Nov 17, 2026, 11:59 PM ET → Nov 28, 2026, 11:59 PM ET',
  ],
  ['athlete-changed', 'hometown', 'constructor', 'toString', 'Hometown: constructor → toString'],
  ['athlete-changed', 'Shoe size', '42', '43', 'Shoe size: 42 → 43'],
] as const)('%s: %s', (event, field, before, after, line) => {
  expect(changeLines({ event, changes: [{ field, before, after }] }, labels.agency, 'America/New_York')).toEqual([line])
})

test('of the fields of an own report, those that differ are named', () => {
  const lines = (before: string, after: string) =>
    changeLines(
      { event: 'disclosure-changed', changes: [{ field: 'fields', before, after }] },
      labels.agency,
      'America/New_York',
    )
  const campaign = (value: string | null) => ({ label: 'Campaign', value })
  const fee = { label: 'Fee', value: null }
  const text = (...fields: object[]) => JSON.stringify(fields)
  expect(lines('[]', text(campaign('Fall'), fee))).toEqual(['Campaign: Fall', 'Fee: None'])
  expect(lines(text(campaign('Fall'), fee), text(campaign('Spring'), fee))).toEqual(['Campaign: Fall → Spring'])
  expect(lines(text(campaign(null), campaign('A')), text(campaign(null), campaign('B')))).toEqual(['Campaign: A → B'])
  expect(lines(text(campaign('Fall'), fee), text(campaign('Fall')))).toEqual(['Fee: Removed'])
})

test('values that the sentence has are not repeated', () => {
  const changes = [{ field: 'role', before: 'Agent', after: 'Coach' }]
  expect(changeLines({ event: 'role-changed', changes }, labels.agency, 'America/New_York')).toEqual([])
  const stage = { field: 'stage', before: 'Prospect', after: 'Signed' }
  expect(changeLines({ event: 'athlete-changed', changes: [stage] }, labels.agency, 'America/New_York')).toEqual([])
  const hometown = { field: 'hometown', before: null, after: 'Lyon' }
  expect(
    changeLines({ event: 'athlete-changed', changes: [stage, hometown] }, labels.agency, 'America/New_York'),
  ).toEqual(['Stage: Prospect → Signed', 'Hometown: Lyon'])
})
