import { expect, test } from 'vitest'
import {
  type ComputedKeyDate,
  computeKeyDate,
  explainKeyDate,
  type KeyDateFacts,
  type KeyDateRule,
  keyDateRule,
  lapsesAt,
  movedKeyDates,
} from './key-date.ts'
import { leagueEvents } from './league-calendar.ts'

const worldSeries = 'mlb-world-series-end-2026'

const rule = (changes: Partial<KeyDateRule> = {}): KeyDateRule => ({
  id: '0198c1d2-7c7e-7c6a-9f5c-0d4f3a1b2c3d',
  kind: 'option',
  title: 'Club option',
  effect: 'The club may keep the player for another year.',
  anchor: { kind: 'leagueEvent', event: worldSeries },
  offset: { amount: 5, unit: 'days' },
  zone: 'America/New_York',
  reminders: [30, 7, 1],
  ...changes,
})

/** Signed on Tuesday evening in New York, already Wednesday in London. */
const facts: KeyDateFacts = {
  signedAt: '2026-11-25T01:30:00.000Z',
  termStart: '2027-01-31',
  termEnd: '2028-12-31',
  corrections: {},
}

test.each<[string, Partial<KeyDateRule>, ComputedKeyDate]>([
  ['of an event that is expected', {}, { day: '2026-11-05', zone: 'America/New_York', expected: true }],
  [
    'of an event that is final',
    { anchor: { kind: 'leagueEvent', event: 'nfl-league-year-2026' }, offset: { amount: 2, unit: 'days' } },
    { day: '2026-03-13', zone: 'America/New_York', expected: false },
  ],
  [
    'of a day',
    { anchor: { kind: 'day', day: '2026-07-02' }, offset: { amount: 1, unit: 'businessDays' } },
    { day: '2026-07-06', zone: 'America/New_York', expected: false },
  ],
  [
    'of the signing, over Thanksgiving',
    { anchor: { kind: 'signing' }, offset: { amount: 5, unit: 'businessDays' } },
    { day: '2026-12-02', zone: 'America/New_York', expected: false },
  ],
  [
    'of the signing, where it is the next day already',
    { anchor: { kind: 'signing' }, offset: { amount: 0, unit: 'days' }, zone: 'Europe/London' },
    { day: '2026-11-25', zone: 'Europe/London', expected: false },
  ],
  [
    'of the start of the term',
    { anchor: { kind: 'termStart' }, offset: { amount: 1, unit: 'months' } },
    { day: '2027-02-28', zone: 'America/New_York', expected: false },
  ],
  [
    'of the end of the term',
    { anchor: { kind: 'termEnd' }, offset: { amount: -60, unit: 'days' } },
    { day: '2028-11-01', zone: 'America/New_York', expected: false },
  ],
  [
    'in hours',
    { anchor: { kind: 'signing' }, offset: { amount: 72, unit: 'hours' } },
    { instant: '2026-11-28T01:30:00.000Z' },
  ],
])('computes the date %s', (_, changes, expected) => {
  expect(keyDateRule.safeParse(rule(changes)).success).toBe(true)
  expect(computeKeyDate(rule(changes), facts)).toEqual(expected)
})

test('uses a corrected league day as final', () => {
  expect(computeKeyDate(rule(), { ...facts, corrections: { [worldSeries]: '2026-10-29' } })).toEqual({
    day: '2026-11-03',
    zone: 'America/New_York',
    expected: false,
  })
})

const nothing: KeyDateFacts = { signedAt: null, termStart: null, termEnd: null, corrections: {} }
test.each<[KeyDateRule['anchor'], KeyDateRule['offset'], string]>([
  [{ kind: 'signing' }, { amount: 5, unit: 'days' }, 'The deal is not signed yet.'],
  [{ kind: 'signing' }, { amount: 72, unit: 'hours' }, 'The deal is not signed yet.'],
  [{ kind: 'termStart' }, { amount: 5, unit: 'days' }, 'The term has no start date yet.'],
  [{ kind: 'termEnd' }, { amount: 5, unit: 'days' }, 'The term has no end date yet.'],
  [
    { kind: 'leagueEvent', event: 'gone' },
    { amount: 5, unit: 'days' },
    'The league calendar does not have this event.',
  ],
])('has no date without its anchor %o', (anchor, offset, missing) => {
  expect(computeKeyDate(rule({ anchor, offset }), nothing)).toEqual({ missing })
})

test('a day lapses at its end in its time zone, an instant at that instant', () => {
  expect(lapsesAt({ day: '2026-11-05', zone: 'America/New_York', expected: true })).toBe('2026-11-06T05:00:00.000Z')
  expect(lapsesAt({ day: '2026-11-05', zone: 'America/Los_Angeles', expected: true })).toBe('2026-11-06T08:00:00.000Z')
  expect(lapsesAt({ instant: '2026-11-28T01:30:00.000Z' })).toBe('2026-11-28T01:30:00.000Z')
})

test.each<[KeyDateRule['anchor'], KeyDateRule['offset'], string]>([
  [
    { kind: 'leagueEvent', event: worldSeries },
    { amount: 5, unit: 'days' },
    '5 days after the last day of the World Series (MLB, 2026)',
  ],
  [
    { kind: 'leagueEvent', event: 'nba-options-2025-26' },
    { amount: 0, unit: 'days' },
    'On the last day for options (NBA, 2025-26)',
  ],
  [{ kind: 'signing' }, { amount: 1, unit: 'businessDays' }, '1 business day after signing'],
  [{ kind: 'signing' }, { amount: 0, unit: 'days' }, 'On signing'],
  [{ kind: 'signing' }, { amount: 72, unit: 'hours' }, '72 hours after signing'],
  [{ kind: 'termStart' }, { amount: 1, unit: 'months' }, '1 month after the first day of the term'],
  [{ kind: 'termEnd' }, { amount: -60, unit: 'days' }, '60 days before the last day of the term'],
  [{ kind: 'day', day: '2026-03-09' }, { amount: 0, unit: 'days' }, 'On March 9, 2026'],
])('explains %o and %o', (anchor, offset, sentence) => {
  expect(explainKeyDate({ anchor, offset })).toBe(sentence)
})

test('every league event reads well in a sentence', () => {
  for (const { id } of leagueEvents) {
    const anchor = { kind: 'leagueEvent', event: id } as const
    expect(explainKeyDate({ anchor, offset: { amount: 0, unit: 'days' } })).toMatch(/^On the [a-z].* \(.+, 20.*\)$/)
  }
})

test('lists moved dates, but not unchanged, added or removed ones', () => {
  const at = (day: string, expected = false) => ({ day, zone: 'America/New_York', expected })
  const before = new Map<string, ComputedKeyDate>([
    ['moved', at('2026-11-05')],
    ['stays', at('2026-11-06', true)],
    ['becomes known', { missing: 'The deal is not signed yet.' }],
    ['stays unknown', { missing: 'The deal is not signed yet.' }],
    ['goes', at('2026-11-07')],
  ])
  const after = new Map<string, ComputedKeyDate>([
    ['moved', at('2026-11-03')],
    ['stays', at('2026-11-06')],
    ['becomes known', at('2026-12-02')],
    ['stays unknown', { missing: 'The term has no end date yet.' }],
    ['comes', at('2026-11-08')],
  ])
  expect(movedKeyDates(before, after)).toEqual([
    { id: 'moved', before: at('2026-11-05'), after: at('2026-11-03') },
    { id: 'becomes known', before: { missing: 'The deal is not signed yet.' }, after: at('2026-12-02') },
  ])
})

test.each<[string, object, string]>([
  [
    'hours from anything but the signing',
    { offset: { amount: 72, unit: 'hours' } },
    'Hours can only count from signing',
  ],
  ['an offset that is too large', { offset: { amount: 4000, unit: 'days' } }, 'Enter a smaller number'],
  ['half a day', { offset: { amount: 0.5, unit: 'days' } }, 'Enter a whole number'],
  ['an event that is none', { anchor: { kind: 'leagueEvent', event: 'gone' } }, 'Choose a league day'],
  ['a zone that is none', { zone: 'Mars/Olympus' }, 'Choose a time zone'],
  ['six reminders', { reminders: [0, 1, 2, 3, 4, 5] }, 'Enter up to 5'],
  ['a reminder of more than a year', { reminders: [366] }, 'Enter up to 5'],
  ['the same reminder twice', { reminders: [7, 7] }, 'Enter each number once'],
  ['no title', { title: ' ' }, 'Enter a title'],
])('rejects %s', (_, changes, message) => {
  expect(keyDateRule.safeParse({ ...rule(), ...changes }).error?.issues[0]?.message).toContain(message)
})
