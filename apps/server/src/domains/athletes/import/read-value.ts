import { type Level, levels, type Stage } from '@sherpa/contracts/athlete'
import { labels } from '@sherpa/contracts/labels'
import { positionsOf, type SportId, sportIds, sports } from '@sherpa/contracts/sports'
import { type UsState, usStateCodes, usStates } from '@sherpa/contracts/us-states'
import { plain, readDay } from '../../../tables/read-text.ts'

/** Common placeholders for empty cells. */
const emptyWords = new Set([
  '',
  '-',
  '--',
  '—',
  '–',
  'n/a',
  'na',
  'n.a.',
  '#n/a',
  'none',
  'null',
  'nil',
  'unknown',
  'tbd',
  'tba',
  '?',
  '.',
])
export const isEmptyValue = (text: string) => emptyWords.has(text.trim().toLowerCase())

const MAX_AGE = 80

/** A two-digit year becomes the past year that gives an age of at most 80. */
export function readBirthDate(text: string, dayFirst: boolean, today: string): string | undefined {
  const day = readDay(text, dayFirst, today)
  if (!day || !hasShortYear(text)) return day
  const digits = day.slice(2)
  return [`20${digits}`, `19${digits}`].find(
    (one) => one <= today && Number(today.slice(0, 4)) - Number(one.slice(0, 4)) <= MAX_AGE,
  )
}

/** True for 3/4/08, false for 2008-03-04. */
export const hasShortYear = (text: string) =>
  !/\d{4}/.test(text) && /\D\d{2}\s*$/.test(text.trim().replace(/[T ]\d{1,2}:\d\d.*$/, ''))

const stateByName = new Map<string, UsState>([
  ...usStateCodes.map((code): [string, UsState] => [plain(code), code]),
  ...usStateCodes.map((code): [string, UsState] => [plain(usStates[code]), code]),
  // Press abbreviations.
  ...Object.entries({
    calif: 'CA',
    fla: 'FL',
    tex: 'TX',
    penn: 'PA',
    mass: 'MA',
    mich: 'MI',
    minn: 'MN',
    wash: 'WA',
    ariz: 'AZ',
    ala: 'AL',
    colo: 'CO',
    conn: 'CT',
    ill: 'IL',
    ind: 'IN',
    kan: 'KS',
    miss: 'MS',
    neb: 'NE',
    okla: 'OK',
    ore: 'OR',
    tenn: 'TN',
    wis: 'WI',
    washingtondc: 'DC',
  } as const),
])
export const readState = (text: string): UsState | undefined => stateByName.get(plain(text))

const sportByName = new Map<string, SportId>([
  ...sportIds.map((id): [string, SportId] => [plain(sports[id].name), id]),
  ...Object.entries({
    fb: 'football',
    bb: 'basketball',
    bball: 'basketball',
    hoops: 'basketball',
    bsb: 'baseball',
    base: 'baseball',
    sb: 'softball',
    soc: 'soccer',
    futbol: 'soccer',
    icehockey: 'hockey',
    vb: 'volleyball',
    vball: 'volleyball',
    lax: 'lacrosse',
    track: 'track-and-field',
    trackfield: 'track-and-field',
    tf: 'track-and-field',
    xc: 'track-and-field',
    crosscountry: 'track-and-field',
    swim: 'swimming',
    swimminganddiving: 'swimming',
    swimdive: 'swimming',
    gym: 'gymnastics',
    wrestle: 'wrestling',
  } as const),
])
/** Parses "Football", "Men’s Basketball", "WBB", "MSOC". */
export function readSport(text: string): SportId | undefined {
  const name = plain(text.replace(/\b(men|women|boy|girl)(['’]?s)?\b/gi, ''))
  return sportByName.get(name) ?? (/^[mw]/.test(name) ? sportByName.get(name.slice(1)) : undefined)
}

/** Positions by name and abbreviation, per sport. */
const positionByName = new Map(
  sportIds.map((sport) => {
    const names = Object.entries(positionsOf(sport)).flatMap(([id, { name, short }]) =>
      [id, name, ...short].map((one): [string, string] => [plain(one), id]),
    )
    // The first of two equal names wins.
    return [sport, new Map(names.reverse())]
  }),
)

/** Parses "QB", "Quarterback", "G/F", "WR, DB". Undefined if one is not of the sport. */
export function readPositions(text: string, sport: SportId | null): string[] | undefined {
  const positions = sport && positionByName.get(sport)
  if (!positions) return undefined
  const exactMatch = positions.get(plain(text))
  if (exactMatch) return [exactMatch]
  const words = text
    .split(/[/,;&+|]|\band\b|\s-\s/i)
    .map(plain)
    .filter((word) => word !== '')
  const found = words.map((word) => positions.get(word)).filter((position) => position !== undefined)
  return found.length === words.length && found.length > 0 ? [...new Set(found)].slice(0, 5) : undefined
}

const levelByName = new Map<string, Level>([
  ...(Object.keys(levels) as Level[]).map((level): [string, Level] => [plain(levels[level]), level]),
  ...Object.entries({
    hs: 'high-school',
    prep: 'high-school',
    highschooler: 'high-school',
    varsity: 'high-school',
    secondary: 'high-school',
    ncaa: 'college',
    d1: 'college',
    d2: 'college',
    d3: 'college',
    di: 'college',
    dii: 'college',
    diii: 'college',
    division1: 'college',
    division2: 'college',
    division3: 'college',
    divisioni: 'college',
    juco: 'college',
    njcaa: 'college',
    naia: 'college',
    university: 'college',
    collegiate: 'college',
    fbs: 'college',
    fcs: 'college',
    transfer: 'college',
    undergraduate: 'college',
    professional: 'pro',
    pros: 'pro',
    nfl: 'pro',
    nba: 'pro',
    wnba: 'pro',
    mlb: 'pro',
    nhl: 'pro',
    mls: 'pro',
    nwsl: 'pro',
    minors: 'pro',
    gleague: 'pro',
    milb: 'pro',
    overseas: 'pro',
    freeagent: 'pro',
  } as const),
])
export const readLevel = (text: string): Level | undefined => levelByName.get(plain(text))

const stageByName = new Map<string, Stage>([
  ...Object.values(labels).flatMap(({ stages }) =>
    Object.entries(stages).map(([stage, name]): [string, Stage] => [plain(name), stage as Stage]),
  ),
  ...Object.entries({
    prospects: 'prospect',
    lead: 'prospect',
    target: 'prospect',
    watchlist: 'prospect',
    watching: 'prospect',
    new: 'prospect',
    no: 'prospect',
    recruit: 'recruiting',
    contacted: 'recruiting',
    negotiating: 'recruiting',
    offered: 'recruiting',
    pursuing: 'recruiting',
    client: 'signed',
    active: 'signed',
    currentclient: 'signed',
    committed: 'signed',
    roster: 'signed',
    rostered: 'signed',
    yes: 'signed',
    past: 'former',
    inactive: 'former',
    alumni: 'former',
    alum: 'former',
    formerclient: 'former',
    terminated: 'former',
    retired: 'former',
  } as const),
])
export const readStage = (text: string): Stage | undefined => stageByName.get(plain(text))

/** Years until graduation. */
const yearsToGo: Record<string, number> = {
  fr: 3,
  freshman: 3,
  so: 2,
  soph: 2,
  sophomore: 2,
  jr: 1,
  junior: 1,
  sr: 0,
  senior: 0,
  gr: 0,
  grad: 0,
  graduate: 0,
  gradstudent: 0,
  '9th': 3,
  '10th': 2,
  '11th': 1,
  '12th': 0,
  '9thgrade': 3,
  '10thgrade': 2,
  '11thgrade': 1,
  '12thgrade': 0,
  '9': 3,
  '10': 2,
  '11': 1,
  '12': 0,
}
/** Parses 2027, '27, "Class of 2027", "Sr", "RS-Jr.", "11th". School years end in summer. */
export function readClassYear(text: string, today: string): number | undefined {
  const written = text.trim().toLowerCase()
  const year = /^(?:class of |c\/o )?(\d{4})(?:\.0)?$/.exec(written)?.[1]
  if (year) return Number(year) >= 1950 && Number(year) <= 2100 ? Number(year) : undefined
  const short = /^(?:class of |c\/o )?['’](\d\d)$/.exec(written)?.[1]
  if (short) return 2000 + Number(short)
  const toGo = yearsToGo[plain(written.replace(/^(rs|r|redshirt|true)[\s.-]+/, ''))]
  if (toGo === undefined) return undefined
  const endOfSchoolYear = Number(today.slice(0, 4)) + (today.slice(5, 7) >= '07' ? 1 : 0)
  return endOfSchoolYear + toGo
}
