import { addDays, addMonths, dayIn, day as daySchema, weekday } from './days.ts'
import { zoneFormats } from './zone-formats.ts'

export type TaskLine = {
  /** The text without the words that were read. */
  title: string
  day: string | null
  /** Such as 15:00, in the organization's time zone. */
  time: string | null
  /** Looks like a day, but there is none, such as "Feb 30". It stays in the title. */
  unread: string | null
}

type Now = {
  /** An instant. */
  now: string
  zone: string
}

const weekdayPattern =
  'sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?'
const monthPattern =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const numberWords = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A preposition before the day belongs to it. */
const before = String.raw`(?<![\w/.-])(?:(?:on|by|due|until)\s+)?`
const after = String.raw`(?![\w/-])`
const pattern = (source: string) => new RegExp(`${before}(?:${source})${after}`, 'gi')

type Reader = { pattern: RegExp; read: (match: RegExpExecArray, today: string) => string | null | undefined }

/** Results: a day, null for a day that does not exist, undefined for other text. */
const readers: readonly Reader[] = [
  { pattern: pattern('today|tonight'), read: (_, today) => today },
  { pattern: pattern('tomorrow|tmrw?'), read: (_, today) => addDays(today, 1) },
  {
    pattern: pattern(String.raw`in\s+(\d{1,3}|an?|${numberWords.slice(1).join('|')})\s+(day|week|month)s?`),
    read: ([, amount = '', unit = ''], today) => addUnits(today, countOf(amount), unit.toLowerCase()),
  },
  { pattern: pattern('next\\s+week'), read: (_, today) => mondayOfNextWeek(today) },
  { pattern: pattern('next\\s+month'), read: (_, today) => `${addMonths(today, 1).slice(0, 7)}-01` },
  {
    pattern: pattern(`(next\\s+|this\\s+)?(${weekdayPattern})`),
    read: (match, today) => readWeekday(match, today),
  },
  {
    pattern: pattern(String.raw`(${monthPattern})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?`),
    read: ([, month = '', date, year], today) => comingDay(today, monthOf(month), Number(date), year),
  },
  {
    pattern: pattern(String.raw`(\d{1,2})(?:st|nd|rd|th)?\s+(${monthPattern})\.?(?:,?\s+(\d{4}))?`),
    read: ([, date, month = '', year], today) => comingDay(today, monthOf(month), Number(date), year),
  },
  {
    pattern: pattern(String.raw`(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?`),
    read: ([, month, date, year], today) =>
      Number(month) >= 1 && Number(month) <= 12 ? comingDay(today, Number(month), Number(date), year) : undefined,
  },
  {
    pattern: pattern(String.raw`(\d{4})-(\d{2})-(\d{2})`),
    read: ([, year, month, date], today) => comingDay(today, Number(month), Number(date), year),
  },
]

const timePattern =
  /(?<![\w/:.-])(?:at\s+)?(?:(\d{1,2})(?::([0-5]\d))?\s?([ap])\.?m\.?|([01]?\d|2[0-3]):([0-5]\d)|(noon|midday))(?![\w/:])/gi

/** Reads the last day and time of a typed line, such as "Call the club Thu at 3pm". */
export function readTaskLine(line: string, { now, zone }: Now): TaskLine {
  const today = dayIn(now, zone)
  const found = readers
    .flatMap((reader) =>
      [...line.matchAll(reader.pattern)].map((match) => ({ ...spanOf(match), day: reader.read(match, today) })),
    )
    .filter((one) => one.day !== undefined)
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
  const dayFound = found.findLast((one) => typeof one.day === 'string')
  const unread = found.find(
    ({ day, start }) => day === null && !(dayFound && start >= dayFound.start && start < dayFound.end),
  )
  const timeFound = [...line.matchAll(timePattern)]
    .map((match) => ({ ...spanOf(match), time: readTime(match) }))
    .filter((one) => one.time !== null && !(dayFound && one.start < dayFound.end && one.end > dayFound.start))
    .at(-1)
  const time = timeFound?.time ?? null
  return {
    title: withoutSpans(line, [dayFound, timeFound]),
    day: dayFound?.day ?? (time && dayOfTime(time, { now, zone, today })),
    time,
    unread: unread ? line.slice(unread.start, unread.end).replace(/^(?:on|by|due|until)\s+/i, '') : null,
  }
}

type Span = { start: number; end: number }
const spanOf = (match: RegExpExecArray): Span => ({ start: match.index, end: match.index + match[0].length })

function withoutSpans(line: string, spans: readonly (Span | undefined)[]) {
  const removed = spans.filter((span) => span !== undefined).toSorted((one, other) => other.start - one.start)
  const rest = removed.reduce((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, line)
  return rest
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:])/g, '$1')
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
}

/** "Sat", "Sun", "Mon" and "Wed" are also words and names: short forms count at the end or after a preposition. */
function readWeekday(match: RegExpExecArray, today: string) {
  const [text, prefix = '', name = ''] = match
  const isShort = name.length < 6
  const isLed = text.length > name.length
  const rest = match.input.slice(match.index + text.length)
  const isLast = /^\s*(?:[.,!]|(?:at\s+)?\d[\d:]*\s?(?:[ap]m)?|at\s+noon|noon)*\s*$/i.test(rest)
  if (isShort && !isLed && !isLast && !(/^[A-Z]/.test(name) && /^(?:tue|thu|fri)/i.test(name))) return undefined
  const wanted = weekdays.indexOf(name.slice(0, 3).toLowerCase())
  if (/^next/i.test(prefix)) return addDays(mondayOfNextWeek(today), (wanted + 6) % 7)
  return addDays(today, (wanted - weekday(today) + 7) % 7 || 7)
}

/** Weeks start on Monday. */
function mondayOfNextWeek(today: string) {
  return addDays(today, 7 - ((weekday(today) + 6) % 7))
}

function countOf(word: string) {
  const lower = word.toLowerCase()
  return lower.startsWith('a') ? 1 : numberWords.includes(lower) ? numberWords.indexOf(lower) : Number(lower)
}

function addUnits(today: string, count: number, unit: string) {
  if (unit === 'month') return addMonths(today, count)
  return addDays(today, unit === 'week' ? 7 * count : count)
}

const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** Without a year: the next such day, today included. */
function comingDay(today: string, month: number, date: number, year?: string): string | null {
  const thisYear = Number(today.slice(0, 4))
  const years = year ? [year.length === 2 ? 2000 + Number(year) : Number(year)] : [thisYear, thisYear + 1]
  const days = years.map((one) => `${one}-${pad(month)}-${pad(date)}`).filter((one) => daySchema.safeParse(one).success)
  return (year ? days[0] : days.find((one) => one >= today)) ?? null
}

function readTime([, hour, minute = '00', half, hour24, minute24, noon]: RegExpExecArray) {
  if (noon) return '12:00'
  if (hour24) return `${pad(Number(hour24))}:${minute24}`
  const number = Number(hour)
  if (number < 1 || number > 12) return null
  return `${pad((number % 12) + (half?.toLowerCase() === 'p' ? 12 : 0))}:${minute}`
}

/** A time alone means its next occurrence. */
function dayOfTime(time: string, { now, zone, today }: Now & { today: string }) {
  const clock = clockIn(zone)?.format(new Date(now)) ?? '00:00'
  return time > clock ? today : addDays(today, 1)
}
const clockIn = zoneFormats({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const pad = (number: number) => String(number).padStart(2, '0')
