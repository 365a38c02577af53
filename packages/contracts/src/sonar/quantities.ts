import { socialPlatforms } from '../athlete.ts'
import type { Currency } from '../currency.ts'
import { type Measurable, measurables } from '../measurable.ts'
import { ownValue } from '../own-value.ts'
import { readNumber, type WrittenNumber } from './numbers.ts'
import { matchPhrase, phraseTable } from './phrase-table.ts'
import type { Operator } from './reading.ts'
import type { Token } from './tokens.ts'

export type About = Measurable | 'age' | 'amount' | 'aging' | `social.${string}.followers`

/** A compared number: over $10,000, between 18 and 21, 6'6" or taller, more than 90 days late. */
export type Quantity = {
  first: number
  last: number
  op: Operator
  values: QuantityValue[]
  /** Named by its words, or implied by the unit. */
  about: About | undefined
  unit: string | undefined
  isCompared: boolean
  /** "Faster" is less for times, and more for speeds. */
  isFaster: boolean | undefined
}
/** A length in feet and inches keeps its text. */
type QuantityValue = WrittenNumber & { length?: string }

const operators = phraseTable<Operator>({
  'over|above|more than|greater than|bigger than|larger than|higher than|exceeding|exceed|longer than|north of|beyond|>|upward of|in excess of|better than':
    'gt',
  'older than|taller than|heavier than|bigger than': 'gt',
  'at least|minimum|minimum of|min|no less than|no smaller than|no lower than|no fewer than|not less than|>=|not under|not below':
    'gte',
  'under|in under|in less than|below|less than|fewer than|smaller than|lower than|sub|<|south of|inside': 'lt',
  'younger than|shorter than|lighter than': 'lt',
  'at most|up to|no more than|no larger than|no bigger than|no higher than|no greater than|not more than|not exceeding|maximum|maximum of|max|<=|not over|not above|no older than|no taller than':
    'lte',
  'exactly|equal to|precisely': 'eq',
  'faster than': 'lt',
  'slower than': 'gt',
})
/** The words that tell what is compared, too. */
const comparedBy: Readonly<Record<string, About>> = {
  'older than': 'age',
  'younger than': 'age',
  'no older than': 'age',
  'taller than': 'height',
  'shorter than': 'height',
  'no taller than': 'height',
  'heavier than': 'weight',
  'lighter than': 'weight',
}
const operatorsAfter = phraseTable<{ op: Operator; about?: About }>({
  'or more|and more|or higher|and up|or above|and above|or over|and over|+|plus|or better|or greater|minimum|or bigger|and higher|or longer':
    { op: 'gte' },
  'or older|and older': { op: 'gte', about: 'age' },
  'or taller|and taller': { op: 'gte', about: 'height' },
  'or heavier|and heavier': { op: 'gte', about: 'weight' },
  'or less|and less|or fewer|or lower|and under|or under|or below|and below|maximum|or faster|max|or smaller|tops': {
    op: 'lte',
  },
  'or younger|and younger': { op: 'lte', about: 'age' },
  'or shorter|and shorter': { op: 'lte', about: 'height' },
  'or lighter|and lighter': { op: 'lte', about: 'weight' },
})
const subjects = phraseTable<About>({
  'age|aged|ages': 'age',
  'height|tall|stand|standing|measuring|measure': 'height',
  'weight|weigh|weighing': 'weight',
  'wingspan|wing span': 'wingspan',
  'vertical|vertical jump|vertical leap|vert|jump': 'vertical-jump',
  'broad jump|standing broad jump': 'broad-jump',
  '40|40 time|40 yard|40 yard dash|40 yd dash|40 dash|forty|forty time|forty yard dash|40 yards|running 40|run 40|runs forty':
    'forty-yard-dash',
  'shuttle|shuttle run|pro shuttle': 'shuttle-run',
  'lane agility': 'lane-agility',
  '60|60 time|60 yard|60 yard dash|60 yd dash|sixty|sixty yard dash|60 dash|60 yards': 'sixty-yard-dash',
  '100|100 meter|100 metre|100m|100 m|hundred meter|100 meter dash|100 meters time|100m dash|100 time':
    'hundred-meters',
  'bench|bench press|benching|bench pressing': 'bench-press',
  'throwing speed|velocity|velo|fastball|throw|throwing|pitch speed|fastball velocity|throwing velocity|pitching speed':
    'throwing-speed',
  'worth|amount|value|valued at|valued|paying|pay|total|totaling|size|price|costing|cost': 'amount',
  'overdue by|late by|late|overdue|past due|past due by|late for|overdue for|aging|behind by|overdue since': 'aging',
  ...Object.fromEntries(Object.entries(measurables).map(([id, { name }]) => [name, id as Measurable])),
})
const subjectsAfter = phraseTable<About>({
  'year old|years old|yr old|yo|y o|year of age|years of age|year|yr|in age': 'age',
  'day late|days late|day overdue|days overdue|days past due|day past due|days behind|days old|days in arrears':
    'aging',
  'tall|in height|high': 'height',
  'in weight|heavy': 'weight',
  'wingspan|wing span': 'wingspan',
  'vertical|vertical jump|vert': 'vertical-jump',
  'broad jump': 'broad-jump',
  '40|40 time|40 yard dash|forty|forty time|forty yard dash': 'forty-yard-dash',
  'shuttle|shuttle run': 'shuttle-run',
  '60 yard dash|60 time': 'sixty-yard-dash',
  '100 meter|100 meter dash': 'hundred-meters',
  'bench|bench press': 'bench-press',
  'fastball|velo|velocity': 'throwing-speed',
  'in 40|in forty|in 40 yard dash|in forty yard dash': 'forty-yard-dash',
  'in 60|in sixty|in 60 yard dash': 'sixty-yard-dash',
  'in 100|in 100 meter|over 100 meter': 'hundred-meters',
})
const units = phraseTable<string>({
  'ft|feet|foot': 'ft',
  'in|inch|"': 'in',
  'cm|centimeter|centimetre': 'cm',
  'meter|metre': 'm',
  'lb|pound': 'lb',
  'kg|kilo|kilogram': 'kg',
  's|sec|second': 's',
  mph: 'mph',
  day: 'day',
  'kmh|kph|km / h': 'km/h',
})
const platforms = phraseTable<string>({
  ...Object.fromEntries(Object.keys(socialPlatforms).map((id) => [id, id])),
  'ig|insta': 'instagram',
  'tik tok': 'tiktok',
  twitter: 'x',
  'yt|you tube': 'youtube',
  fb: 'facebook',
})
const followers = phraseTable<true>({ 'follower|following|fan|subscriber|audience': true })
const LINKS = new Set(['is', 'are', 'of', 'time', 'that', 'with', 'have', 'has', 'was', 'on', 'a'])
/** Of what no number is kept: deals of more than 6 months. */
const otherUnits = /^(?:week|month|quarter|year|hour|minute|percent|figure|star)$/
const feet = /^\d ?'/

/** Reads a quantity that starts at a token. */
export function readQuantity(
  tokens: readonly Token[],
  first: number,
  currency: Currency,
  /** A word that no list knows. */
  isOther: (token: Token) => boolean,
): Quantity | undefined {
  let at = first
  const subject = readSubject(tokens, at)
  if (subject) at = subject.next
  if (subject) while (LINKS.has(tokens[at]?.text ?? '')) at++
  const isBetween = tokens[at]?.text === 'between' || tokens[at]?.text === 'from'
  const compared = isBetween ? undefined : matchPhrase(operators, tokens, at)
  if (isBetween) at++
  if (compared) at = compared.next
  const isNumericSubject = subject && tokens[first]?.number !== undefined
  if (isNumericSubject && !compared && !isBetween) return undefined
  const one = readValue(tokens, at, currency)
  if (!one) return undefined
  const unitBetween = isBetween ? matchPhrase(units, tokens, one.next) : undefined
  at = unitBetween?.next ?? one.next
  const joint = tokens[at]?.text ?? ''
  const other =
    (isBetween ? /^(?:and|to|-|–)$/ : /^(?:to|-|–)$/).test(joint) && !compared
      ? readValue(tokens, at + 1, currency)
      : undefined
  if (isBetween && !other) return undefined
  if (other) at = other.next
  const tail = readTail(tokens, at)
  const isCompared = compared !== undefined || tail.op !== undefined || other !== undefined
  const about = subject?.about ?? tail.about ?? (compared && ownValue(comparedBy, compared.key))
  const hasCurrency = one.currency !== undefined || other?.currency !== undefined
  if (!isCompared && !about && !tail.unit && !hasCurrency && !one.length) return undefined
  const isBare = !about && !tail.unit && !hasCurrency && one.scale === 1 && !one.length
  const after = tokens[tail.next]
  if (after && (after.text === '%' || (isBare && (isOther(after) || otherUnits.test(after.stem))))) return undefined
  return {
    first,
    last: tail.next - 1,
    op: other ? 'between' : (tail.op ?? compared?.value ?? 'eq'),
    values: other ? shareScale(one, other) : [one],
    about,
    unit: tail.unit,
    isCompared,
    isFaster: compared?.key === 'faster than' ? true : compared?.key === 'slower than' ? false : undefined,
  }
}

function readSubject(tokens: readonly Token[], at: number): { about: About; next: number } | undefined {
  const platform = matchPhrase(platforms, tokens, at)
  const audience = matchPhrase(followers, tokens, platform?.next ?? at)
  if (audience) {
    const after = platform ? undefined : platformAfter(tokens, audience.next)
    return { about: followersOf(platform?.value ?? after?.value), next: after?.next ?? audience.next }
  }
  const subject = matchPhrase(subjects, tokens, at)
  return subject && { about: subject.value, next: subject.next }
}

/** Feet and inches, or a number. */
function readValue(tokens: readonly Token[], at: number, currency: Currency): QuantityValue | undefined {
  const token = tokens[at]
  if (token && feet.test(token.text)) return asLength(token.text, at + 1)
  const number = readNumber(tokens, at, currency)
  if (!number) return undefined
  const [unit, inches] = [tokens[number.next], tokens[number.next + 1]]
  const isFeet = /^(?:ft|feet|foot)$/.test(unit?.text ?? '') && inches?.number !== undefined && inches.number < 12
  if (isFeet) {
    const end = /^(?:in|inch|inches|")$/.test(tokens[number.next + 2]?.text ?? '') ? number.next + 3 : number.next + 2
    return asLength(`${number.plain}'${inches.number}`, end)
  }
  const afterInches = tokens[number.next + 2]
  const isScaled = afterInches?.isAttached && /^(?:k|m|mm|b)$/.test(afterInches.text)
  const isDashed =
    unit?.text === '-' &&
    unit.isAttached &&
    inches?.isAttached &&
    (inches.number ?? 12) < 12 &&
    !inches.sign &&
    !isScaled
  if (isDashed && number.plain >= 4 && number.plain <= 7 && !number.currency)
    return asLength(`${number.plain}'${inches.number}`, at + 3)
  return number
}

const asLength = (length: string, next: number): QuantityValue => ({ value: 0, plain: 0, scale: 1, length, next })

/** "Between 1 and 2 million" are both millions, unlike "between 500 and 2k". One sign is for both. */
function shareScale(one: QuantityValue, other: QuantityValue): QuantityValue[] {
  const currency = one.currency ?? other.currency
  const isScaled = one.scale === 1 && other.scale > 1 && one.plain < other.plain
  const scaled = isScaled ? { ...one, value: one.plain * other.scale, scale: other.scale } : one
  return [scaled, other].map((value) => ({ ...value, ...(currency && { currency }) }))
}

/** Unit, operator and subject after the number, in any order. */
function readTail(tokens: readonly Token[], from: number) {
  const tail: { op?: Operator; about?: About; unit?: string; next: number } = { next: from }
  for (let part = 0; part < 4; part++) {
    const { next } = tail
    const audience = matchPhrase(followers, tokens, next)
    const named = audience ? undefined : platformFollowers(tokens, next)
    const subject = matchPhrase(subjectsAfter, tokens, next)
    const op = matchPhrase(operatorsAfter, tokens, next)
    const unit = matchPhrase(units, tokens, next)
    if (!tail.about && audience) {
      const platform = platformAfter(tokens, audience.next)
      Object.assign(tail, { about: followersOf(platform?.value), next: platform?.next ?? audience.next })
    } else if (!tail.about && named) Object.assign(tail, { about: followersOf(named.value), next: named.next })
    else if (!tail.op && op && tokens[op.next]?.number === undefined && tokens[op.next]?.text !== 'than')
      Object.assign(tail, { op: op.value.op, next: op.next, about: tail.about ?? op.value.about })
    else if (!tail.about && subject) Object.assign(tail, { about: subject.value, next: subject.next })
    else if (!tail.unit && unit && !startsPlace(tokens, unit))
      Object.assign(tail, { unit: unit.value, next: unit.next })
    else break
  }
  return tail
}

/** "In" is inches only after a number, and not before a place: "over 75 in Texas". */
const startsPlace = (tokens: readonly Token[], { key, next }: { key: string; next: number }) =>
  key === 'in' && tokens[next] !== undefined && !tokens[next - 1]?.isAttached

const followersOf = (platform: string | undefined): About => `social.${platform ?? 'any'}.followers`

function platformAfter(tokens: readonly Token[], at: number) {
  return /^(?:on|at)$/.test(tokens[at]?.text ?? '') ? matchPhrase(platforms, tokens, at + 1) : undefined
}
function platformFollowers(tokens: readonly Token[], at: number) {
  const platform = matchPhrase(platforms, tokens, at) ?? platformAfter(tokens, at)
  const audience = platform && matchPhrase(followers, tokens, platform.next)
  return platform && { value: platform.value, next: audience?.next ?? platform.next }
}
