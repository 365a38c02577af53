import { expect, test } from 'vitest'
import { day, daysBetween, weekday } from './days.ts'
import { eventDay, leagueEvent, leagueEvents, leagues } from './league-calendar.ts'

const WEDNESDAY = 3

const dayOf = (id: string) => leagueEvent(id)?.day ?? ''

test('every event has a unique id, a valid day and a source', () => {
  expect(new Set(leagueEvents.map(({ id }) => id)).size).toBe(leagueEvents.length)
  for (const event of leagueEvents) {
    expect(day.safeParse(event.day).success, event.id).toBe(true)
    expect(event.source, event.id).not.toBe('')
    expect(event.season, event.id).toMatch(/^20\d\d(-\d\d)?$/)
  }
})

test('events are sorted by day, and every league has some', () => {
  const days = leagueEvents.map((event) => event.day)
  expect(days).toEqual(days.toSorted())
  expect(new Set(leagueEvents.map(({ league }) => league))).toEqual(new Set(Object.keys(leagues)))
})

test.each([
  ['nfl-league-year-2026', '2026-03-11', 'final'],
  ['nfl-league-year-2027', '2027-03-17', 'expected'],
  ['nfl-franchise-tags-2026', '2026-03-03', 'final'],
  ['nba-guarantees-2024-25', '2025-01-10', 'final'],
  ['nba-options-2025-26', '2026-06-29', 'expected'],
  ['nba-league-year-2026-27', '2026-07-01', 'expected'],
  ['nba-moratorium-2026-27', '2026-07-06', 'expected'],
  ['mlb-world-series-end-2025', '2025-11-01', 'final'],
  ['mlb-world-series-end-2026', '2026-10-31', 'expected'],
  ['nhl-free-agency-2026-27', '2026-07-01', 'expected'],
  ['mls-secondary-window-close-2026', '2026-09-02', 'final'],
  ['ncaa-football-transfers-open-2026', '2026-01-02', 'final'],
  ['ncaa-football-transfers-close-2027', '2027-01-16', 'expected'],
  ['ncaa-mens-basketball-transfers-open-2026', '2026-04-07', 'final'],
  ['ncaa-mens-basketball-transfers-close-2026', '2026-04-21', 'final'],
  ['ncaa-womens-basketball-transfers-open-2026', '2026-04-06', 'final'],
  ['ncaa-womens-basketball-transfers-close-2026', '2026-04-20', 'final'],
])('%s is on %s, which is %s', (id, date, status) => {
  expect(leagueEvent(id)).toMatchObject({ day: date, status })
})

test('NFL league years start on a Wednesday, and franchise tags end 8 days earlier', () => {
  for (const year of [2025, 2026, 2027, 2028]) {
    expect(weekday(dayOf(`nfl-league-year-${year}`))).toBe(WEDNESDAY)
    expect(daysBetween(dayOf(`nfl-franchise-tags-${year}`), dayOf(`nfl-league-year-${year}`))).toBe(8)
  }
})

test('a correction replaces the built-in day', () => {
  const id = 'mlb-world-series-end-2026'
  expect(eventDay(id, {})).toEqual({ day: '2026-10-31', status: 'expected' })
  expect(eventDay(id, { [id]: '2026-10-29' })).toEqual({ day: '2026-10-29', status: 'final' })
  expect(eventDay(id, { 'nfl-league-year-2026': '2026-03-12' })).toEqual({ day: '2026-10-31', status: 'expected' })
})

test.each(['nfl-league-year-1999', 'constructor', ''])('there is no event %j, even with a correction', (id) => {
  expect(eventDay(id, { [id]: '2026-10-29' })).toBeUndefined()
})
