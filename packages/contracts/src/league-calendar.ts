import { addDays } from './days.ts'
import { ownValue } from './own-value.ts'

export const leagues = {
  nfl: 'NFL',
  nba: 'NBA',
  mlb: 'MLB',
  nhl: 'NHL',
  mls: 'MLS',
  wnba: 'WNBA',
  'ncaa-football': 'NCAA football',
  'ncaa-mens-basketball': 'NCAA men’s basketball',
  'ncaa-womens-basketball': 'NCAA women’s basketball',
} as const
export type League = keyof typeof leagues

/** League day that clauses refer to. Ids are stored in deals: never rename. */
export type LeagueEvent = {
  id: string
  league: League
  /** Follows "the" in sentences, with its first letter in lower case: it must not start with a name. */
  title: string
  season: string
  day: string
  /** Publication of the day or its rule. */
  source: string
  /** Expected: derived from a rule or earlier years, and may be corrected. */
  status: 'final' | 'expected'
  confidence: 'high' | 'medium' | 'low'
}

type Known = Pick<LeagueEvent, 'season' | 'day' | 'source' | 'status' | 'confidence'>

const final = (season: string, day: string, source: string): Known => {
  return { season, day, source, status: 'final', confidence: 'high' }
}
const expected = (season: string, day: string, confidence: LeagueEvent['confidence'], source: string): Known => {
  return { season, day, source, status: 'expected', confidence }
}

function series(id: string, league: League, title: string, days: Known[]): LeagueEvent[] {
  return days.map((known) => ({ id: `${id}-${known.season}`, league, title, ...known }))
}

/** Fixed day each year by the collective bargaining agreement, final for 2025. */
function everyYear(monthAndDay: string, source: string, seasonOf: (year: number) => string): Known[] {
  const day = (year: number) => `${year}-${monthAndDay}`
  const others = [2026, 2027, 2028].map((year) => expected(seasonOf(year), day(year), 'high', source))
  return [final(seasonOf(2025), day(2025), source), ...others]
}

/** Season label such as 2025-26, by its first or last year. */
const beginningIn = (year: number) => `${year}-${String(year + 1).slice(2)}`
const endingIn = (year: number) => beginningIn(year - 1)

const nflCalendar = 'NFL, important dates; CBS Sports, February 24, 2025; IBTimes, March 3, 2026'
const afterSuperBowl = 'Wednesday 31 days after the Super Bowl, as since 2022'
const tagsBeforeLeagueYear = 'Tuesday 8 days before the league year, as in 2025 and 2026'
const nbaDates = 'NBA collective bargaining agreement of 2023; ESPN, NBA key dates, June 4, 2025'
const nbaGuarantees = 'NBA collective bargaining agreement of 2023; Spotrac, contract guarantees to watch, 2024'
const worldSeriesEstimate = 'Estimate: a seventh game on the last Saturday of October'
const fridayBeforeThanksgiving = 'Friday before Thanksgiving, as in 2022 to 2025'
const mlsCalendar = 'MLS, transfer windows and key dates, January 22, 2026'
const januaryWindow = 'NCAA Division I: football window from January 2 to 16'
const basketballWindow = 'NCAA Division I Cabinet, January 14, 2026: 15 days after the final'

const leagueYears = [
  final('2025', '2025-03-12', nflCalendar),
  final('2026', '2026-03-11', nflCalendar),
  expected('2027', '2027-03-17', 'medium', afterSuperBowl),
  expected('2028', '2028-03-15', 'medium', afterSuperBowl),
]

/** Transfer windows: 15 days from the day after the final. */
function basketballWindows(league: League, finals: Record<string, string>) {
  const days = (offset: number) =>
    Object.entries(finals).map(([season, day]) =>
      season === '2026'
        ? final(season, addDays(day, offset), basketballWindow)
        : expected(season, addDays(day, offset), 'medium', basketballWindow),
    )
  return [
    ...series(`${league}-transfers-open`, league, 'First day of the transfer window', days(1)),
    ...series(`${league}-transfers-close`, league, 'Last day of the transfer window', days(15)),
  ]
}

function januaryDays(date: string) {
  const others = ['2027', '2028'].map((year) => expected(year, `${year}-01-${date}`, 'medium', januaryWindow))
  return [final('2026', `2026-01-${date}`, januaryWindow), ...others]
}

/**
 * Built-in calendar, sorted by day. Unknown seasons are missing: WNBA after its agreement of 2026,
 * MLS after its calendar change in 2027.
 */
export const leagueEvents: readonly LeagueEvent[] = [
  ...series('nfl-league-year', 'nfl', 'First day of the league year', leagueYears),
  ...series('nfl-franchise-tags', 'nfl', 'Last day for franchise tags', [
    final('2025', '2025-03-04', nflCalendar),
    final('2026', '2026-03-03', nflCalendar),
    expected('2027', '2027-03-09', 'medium', tagsBeforeLeagueYear),
    expected('2028', '2028-03-07', 'medium', tagsBeforeLeagueYear),
  ]),

  ...series(
    'nba-guarantees',
    'nba',
    'Guarantee date of standard contracts',
    everyYear('01-10', nbaGuarantees, endingIn),
  ),
  ...series('nba-options', 'nba', 'Last day for options', everyYear('06-29', nbaDates, endingIn)),
  ...series('nba-league-year', 'nba', 'First day of the league year', everyYear('07-01', nbaDates, beginningIn)),
  ...series('nba-moratorium', 'nba', 'End of the moratorium', everyYear('07-06', nbaDates, beginningIn)),
  ...series(
    'nba-rookie-options',
    'nba',
    'Last day for rookie scale options',
    everyYear('10-31', nbaDates, beginningIn),
  ),

  ...series('mlb-world-series-end', 'mlb', 'Last day of the World Series', [
    final('2025', '2025-11-01', 'MLB, World Series 2025, seventh game'),
    expected('2026', '2026-10-31', 'medium', worldSeriesEstimate),
    expected('2027', '2027-10-30', 'low', worldSeriesEstimate),
    expected('2028', '2028-10-28', 'low', worldSeriesEstimate),
  ]),
  ...series('mlb-tenders', 'mlb', 'Last day for contract tenders', [
    final('2025', '2025-11-21', 'MLB, offseason dates 2025'),
    expected('2026', '2026-11-20', 'medium', fridayBeforeThanksgiving),
    expected('2027', '2027-11-19', 'low', fridayBeforeThanksgiving),
    expected('2028', '2028-11-17', 'low', fridayBeforeThanksgiving),
  ]),

  ...series(
    'nhl-free-agency',
    'nhl',
    'First day of free agency',
    everyYear('07-01', 'NHL collective bargaining agreement', beginningIn),
  ),

  ...series('mls-primary-window-open', 'mls', 'First day of the primary transfer window', [
    final('2026', '2026-01-26', mlsCalendar),
  ]),
  ...series('mls-primary-window-close', 'mls', 'Last day of the primary transfer window', [
    final('2026', '2026-03-26', mlsCalendar),
  ]),
  ...series('mls-secondary-window-open', 'mls', 'First day of the secondary transfer window', [
    final('2026', '2026-07-13', mlsCalendar),
  ]),
  ...series('mls-secondary-window-close', 'mls', 'Last day of the secondary transfer window', [
    final('2026', '2026-09-02', mlsCalendar),
  ]),
  ...series('mls-roster-freeze', 'mls', 'Roster freeze', [final('2026', '2026-10-09', mlsCalendar)]),

  ...series('wnba-signings', 'wnba', 'First day of free-agent signings', [
    final('2025', '2025-02-01', 'CBS Sports, January 12, 2026, dates of the year before'),
  ]),

  ...series('ncaa-football-transfers-open', 'ncaa-football', 'First day of the transfer window', januaryDays('02')),
  ...series('ncaa-football-transfers-close', 'ncaa-football', 'Last day of the transfer window', januaryDays('16')),
  ...basketballWindows('ncaa-mens-basketball', { 2026: '2026-04-06', 2027: '2027-04-05', 2028: '2028-04-03' }),
  ...basketballWindows('ncaa-womens-basketball', { 2026: '2026-04-05', 2027: '2027-04-04', 2028: '2028-04-02' }),
].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))

const eventsById = new Map(leagueEvents.map((event) => [event.id, event]))

export function leagueEvent(id: string): LeagueEvent | undefined {
  return eventsById.get(id)
}

/** Corrected days by event id. */
export type Corrections = Readonly<Record<string, string>>

/** Day of an event. A corrected day is final. */
export function eventDay(id: string, corrections: Corrections): Pick<LeagueEvent, 'day' | 'status'> | undefined {
  const event = leagueEvent(id)
  if (!event) return undefined
  const corrected = ownValue(corrections, id)
  return corrected ? { day: corrected, status: 'final' } : { day: event.day, status: event.status }
}
