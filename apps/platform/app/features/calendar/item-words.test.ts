import type { CalendarItem } from '@sherpa/contracts/deal-calendar'
import { expect, test } from 'vitest'
import { cellLines, countInWords, kindInWords, lateFirst, type OwnItem } from './item-words.ts'

const someone = { id: crypto.randomUUID(), name: 'Jonah Okoye' }
const item: CalendarItem = {
  id: crypto.randomUUID(),
  kind: 'deliverable',
  deal: { id: crypto.randomUUID(), title: 'Fall line' },
  athlete: someone,
  company: someone,
  title: 'Instagram story',
  day: '2026-11-19',
  why: 'Fixed date in the deal',
  state: 'open',
  keyDate: null,
  away: null,
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

test('describes the kind of an item', () => {
  expect([item, payment, keyDate].map(kindInWords)).toEqual([
    'Deliverable',
    'Payment, $12,000 in kind',
    'Key date, option',
  ])
})

test('leaves out a kind of key date that says nothing', () => {
  expect(kindInWords({ ...keyDate, keyDate: { kind: 'other', expected: false, moved: null } })).toBe('Key date')
})

test('says who and what in a cell, and how much for payments', () => {
  const dealt = { ...item, company: { id: someone.id, name: 'Halden Sportswear' } }
  expect(cellLines(dealt, 'agent')).toEqual({ who: 'Jonah Okoye', what: 'Instagram story' })
  expect(cellLines(dealt, 'athlete')).toEqual({ who: 'Halden Sportswear', what: 'Instagram story' })
  expect(cellLines({ ...payment, company: dealt.company }, 'agent')).toEqual({
    who: 'Jonah Okoye',
    what: '$12,000 in kind',
  })
  const task: OwnItem = {
    ...item,
    kind: 'task',
    state: 'open',
    keyDate: null,
    away: null,
    payment: null,
    record: { name: 'Jonah Okoye', to: 'tasks' },
    hasRecord: true,
  }
  expect(cellLines(task, 'agent')).toEqual({ who: 'Jonah Okoye', what: 'Instagram story' })
  expect(cellLines({ ...task, hasRecord: false }, 'agent')).toEqual({ what: 'Instagram story' })
})

test('counts the items of a day by kind, and the overdue ones', () => {
  expect(countInWords([])).toBe('')
  expect(countInWords([payment, keyDate, payment])).toBe('1 key date, 2 payments, 1 overdue')
})

test('sorts overdue items first and keeps the order otherwise', () => {
  expect(lateFirst([item, payment, keyDate])).toEqual([keyDate, item, payment])
})
