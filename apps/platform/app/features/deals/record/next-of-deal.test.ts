import type { DeliverableRow, KeyDateRow, PaymentRow } from '@sherpa/contracts/deal-work'
import type { DisclosureRow } from '@sherpa/contracts/disclosure'
import { expect, test } from 'vitest'
import { nextOf } from './next-of-deal.ts'

const today = '2026-11-18'
const stories = { title: 'Three stories', dueOn: '2026-11-21', state: 'planned' } as DeliverableRow
const quarterly = {
  title: 'Quarterly payment',
  dueOn: '2026-12-04',
  state: 'expected',
  openMinor: 1_200_000,
  currency: 'USD',
} as PaymentRow
const option = { title: 'Option to extend', day: '2026-11-19', state: 'open' } as KeyDateRow
const report = (state: DisclosureRow['state']) =>
  ({ kind: 'nil-go', title: null, state, dueOn: '2026-11-20' }) as DisclosureRow
const none = { reports: [], payments: [], deliverables: [], keyDates: [] }
const titleOf = (work: Partial<Parameters<typeof nextOf>[0]>) => nextOf({ ...none, ...work }, today)?.title

test('names the earliest of what is due', () => {
  expect(titleOf({ payments: [quarterly] })).toBe('Next: Quarterly payment, $12,000, in 16 days')
  expect(titleOf({ payments: [quarterly], deliverables: [stories] })).toBe('Next: Three stories, in 3 days')
  expect(titleOf({ deliverables: [stories], reports: [report('draft')] })).toBe('Next: NIL Go report, in 2 days')
  expect(titleOf({ reports: [report('draft')], keyDates: [option] })).toBe('Next: Option to extend, tomorrow')
})

test('a report that was not cleared comes first', () => {
  expect(titleOf({ keyDates: [option], reports: [report('flagged')] })).toBe('NIL Go report flagged')
  expect(titleOf({ reports: [report('not-cleared')] })).toBe('NIL Go report not cleared')
  expect(titleOf({ reports: [report('submitted')] })).toBeUndefined()
})

test('leaves out what is done, late, without a day or to be paid by us', () => {
  expect(
    titleOf({
      deliverables: [
        { ...stories, state: 'accepted' },
        { ...stories, dueOn: null },
        { ...stories, dueOn: '2026-11-17' },
      ],
      payments: [{ ...quarterly, state: 'received' } as PaymentRow, { ...quarterly, outgoing: true } as PaymentRow],
      keyDates: [{ ...option, state: 'done' } as KeyDateRow],
    }),
  ).toBeUndefined()
})

test('is undefined while something is late', () => {
  const isNext = (work: Partial<Parameters<typeof nextOf>[0]>) => titleOf({ deliverables: [stories], ...work })
  expect(isNext({})).toBeDefined()
  expect(isNext({ reports: [{ ...report('draft'), dueOn: '2026-11-17' }] })).toBeUndefined()
  expect(isNext({ payments: [{ ...quarterly, late: { days: 2, band: '1-30' } }] })).toBeUndefined()
  expect(isNext({ deliverables: [stories, { ...stories, dueOn: '2026-11-17', late: true }] })).toBeUndefined()
})
