import type { SeenTerms } from '@sherpa/contracts/deal'
import { expect, test } from 'vitest'
import { differences as ofVersions } from './difference.ts'

const company = { id: 'c1', name: 'Halden Sportswear' }
const versionOf = (terms: SeenTerms) => ({ title: 'Fall line', company, terms })
const differences = (before: SeenTerms, after: SeenTerms) => ofVersions(versionOf(before), versionOf(after))

const payment = (id: string, amountMinor: number) => ({
  id,
  kind: 'base' as const,
  title: 'Fall payment',
  amountMinor,
  inKind: false,
  schedule: { kind: 'day' as const, day: '2026-11-02' },
})
const terms: SeenTerms = {
  startsOn: '2026-08-03',
  endsOn: '2027-06-30',
  currency: 'USD',
  category: 'apparel',
  exclusivity: { kind: 'category', categories: ['apparel'] },
  territory: { kind: 'us' },
  usageRights: null,
  businessPurpose: 'Fall line',
  payor: null,
  deliverables: [
    { id: 'd1', title: 'Instagram reel', platform: null, count: 1, dueOn: '2026-09-15', disclosureTag: '#ad' },
  ],
  keyDates: [],
  payments: [payment('p1', 4_800_000)],
  fee: { rateMillionths: 150_000 },
  years: null,
}

test('identical versions have no differences', () => {
  expect(differences(terms, structuredClone(terms))).toEqual([])
})

test('lists the amount first, then each changed term', () => {
  const changed: SeenTerms = {
    ...terms,
    endsOn: '2027-08-31',
    exclusivity: { kind: 'category', categories: ['apparel', 'footwear'] },
    usageRights: 'Name and likeness',
    payments: [payment('p1', 5_400_000)],
    fee: null,
  }
  expect(differences(terms, changed)).toEqual([
    { label: 'Amount', before: '$48,000', after: '$54,000' },
    { label: 'End of term', before: 'Jun 30, 2027', after: 'Aug 31, 2027' },
    { label: 'Exclusivity', before: 'Athletic apparel', after: 'Athletic apparel, Footwear' },
    { label: 'Usage rights', before: '', after: 'Name and likeness' },
    {
      label: 'Payments',
      before: 'Fall payment: $48,000, Nov 2, 2026',
      after: 'Fall payment: $54,000, Nov 2, 2026',
    },
    { label: 'Fee', before: '15% of money received', after: '' },
  ])
})

test('lists only added, removed or changed items', () => {
  const [reel] = terms.deliverables
  if (!reel) throw new Error('No deliverable')
  const after: SeenTerms = {
    ...terms,
    deliverables: [reel, { ...reel, id: 'd2', title: 'Feed post', count: 2, dueOn: null, disclosureTag: null }],
  }
  expect(differences(terms, after)).toEqual([{ label: 'Deliverables', before: '', after: '2 × Feed post' }])
  expect(differences(after, terms)).toEqual([{ label: 'Deliverables', before: '2 × Feed post', after: '' }])
})

test('hides amounts without money permission', () => {
  const hidden: SeenTerms = { ...terms, payments: null, fee: null }
  expect(differences(hidden, { ...hidden, endsOn: null })).toEqual([
    { label: 'End of term', before: 'Jun 30, 2027', after: '' },
  ])
})

test('compares title and company too', () => {
  const other = { ...versionOf(terms), title: 'Winter line', company: { id: 'c2', name: 'Tarn Running' } }
  expect(ofVersions(versionOf(terms), other)).toEqual([
    { label: 'Title', before: 'Fall line', after: 'Winter line' },
    { label: 'Company', before: 'Halden Sportswear', after: 'Tarn Running' },
  ])
})
