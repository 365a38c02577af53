import type { CustomField } from '@sherpa/contracts/athlete'
import type { ImportTarget } from '@sherpa/contracts/athlete-import'
import { readMeasurable } from '@sherpa/contracts/measurable'
import { plain, readDay } from '../../../tables/read-text.ts'
import { type Colleague, readColleagues, readRelation } from './read-related-rows.ts'
import { isEmptyValue, readState } from './read-value.ts'

/** Common column names. Compared without case, spaces and punctuation. */
const knownNames = {
  fullName:
    'name, full name, athlete, athlete name, player, player name, student, student athlete, student athlete name, prospect, client, client name, last first, name last first, first and last name',
  givenName:
    'first, first name, fname, given, given name, forename, player first name, athlete first name, legal first name',
  familyName:
    'last, last name, lname, family, family name, surname, player last name, athlete last name, legal last name',
  preferredName: 'preferred, preferred name, nickname, nick name, goes by, known as, aka',
  birthDate: 'dob, birth date, birthdate, birthday, date of birth, born, birth day',
  sport: 'sport, sports, team sport, program',
  positions: 'pos, position, positions, primary position, main position, event, events, position s',
  level: 'level, competition level, division level, tier',
  school:
    'school, high school, college, university, hs, school name, current school, club, team, current team, institution, school team, school club',
  classYear:
    'class, class year, grad year, graduation year, grad class, class of, year, yr, cl, grade, grad, graduation, eligibility year, hs grad year, recruiting class',
  hometown: 'hometown, home town, city, home city, from, city state, hometown state, birthplace',
  state: 'state, st, home state, state province, province',
  email: 'email, e mail, email address, mail, athlete email, player email, contact email',
  phone: 'phone, phone number, cell, cell phone, mobile, mobile phone, telephone, tel, athlete phone, contact number',
  tags: 'tags, tag, labels, label, keywords, key words',
  lookedAfterBy:
    'looked after by, agent, agents, assigned to, assigned agent, owner, representative, rep, account manager, managed by, recruiter, responsible',
  contactName:
    'contact, contact name, guardian, guardian name, parent, parent name, parents, parents name, parent guardian, parent guardian name, guardian parent, mother, mothers name, mother name, father, fathers name, father name, mom, dad, emergency contact, emergency contact name',
  contactRelation:
    'relation, relationship, contact relation, contact relationship, guardian relation, relationship to athlete, parent relation',
  contactEmail:
    'guardian email, parent email, parents email, parent guardian email, mother email, mothers email, father email, fathers email, mom email, dad email, guardian email address, parent email address, emergency contact email',
  contactPhone:
    'guardian phone, parent phone, parents phone, parent guardian phone, guardian cell, parent cell, guardian mobile, parent mobile, guardian phone number, parent phone number, mother phone, mothers phone, father phone, fathers phone, mom phone, dad phone, mom cell, dad cell, emergency phone, emergency contact phone, contact phone',
  note: 'note, notes, comment, comments, remark, remarks, memo',
  stage: 'stage, status, pipeline, pipeline stage, recruiting status, signed',
  'measured:height': 'height, ht, hgt, height ft in, height in, height cm',
  'measured:weight': 'weight, wt, wgt, lbs, weight lbs, weight lb, weight kg, pounds',
  'measured:wingspan': 'wingspan, wing span, ws, reach',
  'measured:vertical-jump': 'vertical, vert, vertical jump, vj, max vertical',
  'measured:broad-jump': 'broad jump, broad, bj, standing long jump',
  'measured:forty-yard-dash': '40, 40 yard, 40 yd, 40 yard dash, 40 time, forty, 40yd dash',
  'measured:shuttle-run': 'shuttle, pro agility, 20 yard shuttle, 5 10 5, shuttle run, short shuttle',
  'measured:lane-agility': 'lane agility, lane agility time',
  'measured:sixty-yard-dash': '60, 60 yard, 60 yd, 60 yard dash, 60 time',
  'measured:hundred-meters': '100 m, 100m, 100 meters, 100 meter dash',
  'measured:bench-press': 'bench, bench press, bench max',
  'measured:throwing-speed':
    'fb velo, velo, velocity, fastball, fastball velocity, throwing speed, exit velo, throwing velocity',
} satisfies Partial<Record<ImportTarget, string>>
const targetsByName = new Map(
  Object.entries(knownNames).flatMap(([target, names]) =>
    names.split(',').map((name): [string, ImportTarget] => [plain(name), target as ImportTarget]),
  ),
)

export const isKnownColumn = (name: string) => targetsByName.has(plain(name))

/** Whether a cell is data rather than a header. */
export function looksLikeData(cell: string) {
  return /@.+\./.test(cell) || /^\+?[\d\s().'"/:-]*\d[\d\s().'"/:-]*$/.test(cell) || readDay(cell, false) !== undefined
}

type Column = { name: string; values: string[] }

/** Recognizes columns by name, then by content. Each target is used once. */
export function recognizeColumns(
  columns: Column[],
  fields: readonly CustomField[],
  mayUse: (target: ImportTarget) => boolean,
  colleagues: readonly Colleague[] = [],
): (ImportTarget | null)[] {
  const custom = new Map(fields.map(({ id, name }): [string, ImportTarget] => [plain(name), `custom:${id}`]))
  const usedTargets = new Set<ImportTarget>()
  const claim = (target: ImportTarget | undefined) => {
    if (!target || usedTargets.has(target) || !mayUse(target)) return null
    usedTargets.add(target)
    return target
  }
  const byName = columns.map(({ name }) => claim(custom.get(plain(name)) ?? targetsByName.get(plain(name))))
  const all = byName.map((target, at) => target ?? claim(recognizeContent(columns[at]?.values ?? [], colleagues)))
  // First and last name make the full name redundant.
  const hasParts = all.includes('givenName') && all.includes('familyName')
  // A contact needs a name.
  const hasContact = all.includes('contactName')
  return all.map((target) =>
    (target === 'fullName' && hasParts) || (target?.startsWith('contact') && !hasContact) ? null : target,
  )
}

/** Suggestion for a misspelled column name such as "Hight". */
export function suggestTarget(name: string): ImportTarget | undefined {
  const normalized = plain(name)
  // Short names allow fewer typos.
  const maxDistance = normalized.length >= 8 ? 2 : normalized.length >= 4 ? 1 : 0
  if (maxDistance === 0 || targetsByName.has(normalized)) return undefined
  const near = [...targetsByName].filter(([known]) => known.length >= 4 && isNear(normalized, known, maxDistance))
  const [best] = near.sort(([one], [other]) => computeDistance(normalized, one) - computeDistance(normalized, other))
  return best?.[1]
}

const isNear = (one: string, other: string, maxDistance: number) =>
  Math.abs(one.length - other.length) <= maxDistance && computeDistance(one, other) <= maxDistance

/** Damerau–Levenshtein distance. */
function computeDistance(one: string, other: string) {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const [above = [], row] = [rows[i - 1], [i]]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row[j] = least
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}

/** Needs 90% matching values. */
function recognizeContent(values: string[], colleagues: readonly Colleague[]): ImportTarget | undefined {
  const filled = values.filter((value) => !isEmptyValue(value))
  if (filled.length === 0) return undefined
  const mostMatch = (matches: (value: string) => boolean) => filled.filter(matches).length >= filled.length * 0.9
  if (colleagues.length > 0 && mostMatch((value) => 'value' in readColleagues(value, colleagues)))
    return 'lookedAfterBy'
  if (mostMatch((value) => readRelation(value) !== undefined)) return 'contactRelation'
  if (mostMatch((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))) return 'email'
  if (mostMatch(isBirthDate)) return 'birthDate'
  if (mostMatch((value) => /['’′-]/.test(value) && isHeight(value))) return 'measured:height'
  if (mostMatch((value) => value.length === 2 && readState(value) !== undefined)) return 'state'
  if (mostMatch((value) => /^\+?\d?[\s(.-]*\d{3}[\s).-]*\d{3}[\s.-]*\d{4}$/.test(value))) return 'phone'
  return undefined
}

const getCurrentYear = () => new Date().getUTCFullYear()
function isBirthDate(value: string) {
  const year = Number(readDay(value, false)?.slice(0, 4))
  return year > 1930 && year < getCurrentYear() - 8
}
function isHeight(value: string) {
  const centimeters = readMeasurable('height', value)
  return centimeters !== undefined && centimeters > 120 && centimeters < 240
}
