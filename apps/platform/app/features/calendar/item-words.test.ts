import type { CalendarItem } from '@sherpa/contracts/deal-calendar'
import { expect, test } from 'vitest'
import { countInWords, kindInWords, lateFirst, marksOf, nameInCell, type OwnItem } from './item-words.ts'

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
  isProven: false,
  payment: null,
}
const payment: CalendarItem = {
  ...item,
  kind: 'payment',
  payment: { currency: 'USD', amountMinor: 1_200_000, inKind: true, condition: null, outgoing: false },
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

test('names whom an item is about in a cell', () => {
  const dealt = { ...item, company: { id: someone.id, name: 'Halden Sportswear' } }
  expect(nameInCell(dealt, 'agent')).toBe('Okoye')
  expect(nameInCell({ ...dealt, athlete: { id: someone.id, name: 'Nenê' } }, 'agent')).toBe('Nenê')
  expect(nameInCell(dealt, 'athlete')).toBe('Halden Sportswear')
  const task: OwnItem = {
    ...item,
    kind: 'task',
    state: 'open',
    keyDate: null,
    away: null,
    isProven: false,
    payment: null,
    record: { name: 'Fall line', to: 'tasks' },
    athlete: { name: 'Jonah Okoye' },
  }
  expect(nameInCell(task, 'agent')).toBe('Okoye')
  expect(nameInCell({ ...task, athlete: null }, 'agent')).toBe('Task')
})

test('counts the items of a day by kind, and the overdue ones', () => {
  expect(countInWords([])).toBe('')
  expect(countInWords([payment, keyDate, payment])).toBe('1 key date, 2 payments, 1 overdue')
  expect(countInWords([payment, { ...payment, state: 'done' }])).toBe('2 payments, 1 done')
})

test('marks kinds with open items, and tells received payments from late ones', () => {
  expect(marksOf([keyDate, { ...payment, state: 'done' }])).toEqual({
    open: [{ kind: 'key-date', isLate: true }],
    isSomeDone: true,
  })
  expect(marksOf([payment, { ...payment, state: 'done' }])).toEqual({
    open: [{ kind: 'payment', isLate: false }],
    isSomeDone: false,
  })
})

test('sorts overdue items first and keeps the order otherwise', () => {
  expect(lateFirst([item, payment, keyDate])).toEqual([keyDate, item, payment])
})
