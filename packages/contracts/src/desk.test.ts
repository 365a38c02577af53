import { describe, expect, test } from 'vitest'
import { type DemoState, demoConfirmation, demoStates, deskQuery, mayBecome, nextStates, promiseOf } from './desk.ts'

const states = Object.keys(demoStates) as DemoState[]

describe('transitions of a request', () => {
  test('match the complete table', () => {
    const moves = states.flatMap((from) => states.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`))
    expect(moves.sort()).toEqual(
      [
        'quarantined → requested',
        'quarantined → rejected',
        'requested → confirmed',
        'requested → rescheduled',
        'requested → canceled',
        'rescheduled → confirmed',
        'rescheduled → rescheduled',
        'rescheduled → canceled',
        'confirmed → confirmed',
        'confirmed → rescheduled',
        'confirmed → held',
        'confirmed → no-show',
        'confirmed → canceled',
      ].sort(),
    )
  })

  test('reach every state from the initial states', () => {
    const reached = new Set<DemoState>(['requested', 'quarantined'])
    for (const state of reached) for (const next of nextStates[state]) reached.add(next)
    expect([...reached].sort()).toEqual([...states].sort())
  })
})

test.each([
  ['requested', null, '2026-11-16T09:00:00Z', 'waiting'],
  ['requested', null, '2026-11-16T14:00:00Z', 'overdue'],
  ['rescheduled', null, '2026-11-16T14:00:00Z', 'overdue'],
  ['canceled', null, '2026-11-16T14:00:00Z', null],
  ['quarantined', null, '2026-11-16T14:00:00Z', null],
  ['confirmed', '2026-11-16T13:00:00.000Z', '2026-11-16T14:00:00Z', 'kept'],
  ['held', '2026-11-16T13:00:00.001Z', '2026-11-16T14:00:00Z', 'missed'],
] as const)('the promise to one that is %s, answered at %s, is at %s: %s', (state, answeredAt, now, promise) => {
  expect(promiseOf({ state, dueAt: '2026-11-16T13:00:00.000Z', answeredAt }, new Date(now))).toBe(promise)
})

test('filters accept several states, assignees and promises', () => {
  const someone = '0193a1b2-3c4d-4e5f-8a9b-0c1d2e3f4a5b'
  expect(
    deskQuery.parse({
      state: 'requested,no-show',
      assignee: `none,${someone}`,
      promise: 'overdue,today',
      sort: '-due',
    }),
  ).toEqual({
    state: ['requested', 'no-show'],
    assignee: ['none', someone],
    promise: ['overdue', 'today'],
    sort: '-due',
  })
  for (const wrong of [
    { state: 'lost' },
    { assignee: 'me' },
    { promise: 'broken' },
    { time: 'someday' },
    { from: 'today' },
  ]) {
    expect(deskQuery.safeParse(wrong).success).toBe(false)
  }
})

test.each([
  ['https://meet.example/room', true],
  ['http://meet.example/room', false],
  ['javascript:alert(1)', false],
  ['https://meet.example/a b', false],
  ['https://nowhere', false],
])('meeting link %s is allowed: %s', (meetingLink, allowed) => {
  const body = { version: 1, assignee: 'in-turn', lengthMinutes: 30, meetingLink }
  expect(demoConfirmation.safeParse(body).success).toBe(allowed)
})
