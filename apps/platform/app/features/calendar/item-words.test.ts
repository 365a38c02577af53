import type { CalendarItem } from '@sherpa/contracts/deal-calendar'
import { expect, test } from 'vitest'
import { countInWords, kindInWords, lateFirst } from './item-words.ts'

const someone = { id: crypto.randomUUID(), name: 'Jonah Okoye' }
const item: CalendarItem = {
  id: crypto.randomUUID(),
  kind: 'deliverable',
  deal: { id: crypto.randomUUID(), title: 'Fall line' },
  athlete: someone,
  company: someone,
  title: 'Instagram story',
  day: '2026-11-19',
  why: 'The day that the deal names',
  state: 'open',
  keyDate: null,
  payment: null,
}
const payment: CalendarItem = {
  ...item,
  kind: 'payment',
  payment: { currency: 'USD', amountMinor: 1_200_000, inKind: true, condition: null },
}
const keyDate: CalendarItem = {
  ...item,
  kind: 'key-date',
  state: 'late',
  keyDate: { kind: 'option', expected: false, moved: null },
}

test('an item says in words what kind it is', () => {
  expect([item, payment, keyDate].map(kindInWords)).toEqual([
    'Deliverable',
    'Payment, $12,000 in kind',
    'Key date, option',
  ])
})

test('a day says how many of each kind it has, and how many are late', () => {
  expect(countInWords([])).toBe('')
  expect(countInWords([payment, keyDate, payment])).toBe('1 key date, 2 payments, 1 late')
})

test('what is late comes first, and everything else stays in order', () => {
  expect(lateFirst([item, payment, keyDate])).toEqual([keyDate, item, payment])
})
