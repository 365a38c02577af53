import { labels } from '@sherpa/contracts/labels'
import { expect, test } from 'vitest'
import { changeLines } from './event-changes.ts'

test.each([
  ['athlete-changed', 'hometown', null, 'Lyon', 'Hometown: None → Lyon'],
  ['deal-moved', 'stage', 'active', 'terminated', 'Stage: Active → Terminated'],
  ['deal-changed', 'endsOn', '{"endsOn":null}', '{"endsOn":"2027-05-01"}', 'End of term: None → May 1, 2027'],
  [
    'deal-changed',
    'fee',
    '{"fee":{"rateMillionths":150000},"currency":"USD"}',
    '{"fee":{"flatMinor":250000},"currency":"USD"}',
    'Fee: 15% of money received → $2,500 flat',
  ],
  ['deal-changed', 'title', 'Fall', 'Spring', 'Title: Fall → Spring'],
  ['organization-edited', 'guardiansSeePayments', 'true', 'false', 'Guardians see payments: Yes → No'],
  ['athlete-changed', 'Shoe size', '42', '43', 'Shoe size: 42 → 43'],
] as const)('%s: %s', (event, field, before, after, line) => {
  expect(changeLines({ event, changes: [{ field, before, after }] }, labels.agency)).toEqual([line])
})

test('values that the sentence has are not repeated', () => {
  const changes = [{ field: 'role', before: 'Agent', after: 'Coach' }]
  expect(changeLines({ event: 'role-changed', changes }, labels.agency)).toEqual([])
  const stage = { field: 'stage', before: 'Prospect', after: 'Signed' }
  expect(changeLines({ event: 'athlete-changed', changes: [stage] }, labels.agency)).toEqual([])
  const hometown = { field: 'hometown', before: null, after: 'Lyon' }
  expect(changeLines({ event: 'athlete-changed', changes: [stage, hometown] }, labels.agency)).toEqual([
    'Stage: Prospect → Signed',
    'Hometown: None → Lyon',
  ])
})
