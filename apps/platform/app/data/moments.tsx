import { dayIn } from '@sherpa/contracts/days'
import { onFirstUse } from '@sherpa/contracts/on-first-use'

const formatDay = formatterOf({ dateStyle: 'medium' })
const formatDayOfYear = formatterOf({ month: 'short', day: 'numeric' })
const formatWeekday = formatterOf({ weekday: 'short', month: 'short', day: 'numeric' })
const formatTime = formatterOf({ timeStyle: 'short' })
const formatMoment = formatterOf({ dateStyle: 'medium', timeStyle: 'short' })

function formatterOf(options: Intl.DateTimeFormatOptions) {
  const format = onFirstUse(() => new Intl.DateTimeFormat('en-US', options))
  return (iso: string) => format().format(new Date(iso))
}

/** In the reader's time zone, like all formats here. */
export function dayOf(iso: string) {
  return formatDay(iso)
}

/** A calendar day (2026-03-09), independent of time zones. */
export function calendarDay(date: string) {
  return formatDay(`${date}T00:00`)
}

/** Without the year, if it is the current one. */
export function shortCalendarDay(date: string, now = new Date()) {
  const isOfThisYear = date.startsWith(String(now.getFullYear()))
  return isOfThisYear ? formatDayOfYear(`${date}T00:00`) : calendarDay(date)
}

/** "Tue, Nov 17" */
export function dayOfWeek(date: string) {
  return formatWeekday(`${date}T00:00`)
}

const MINUTE_MS = 60_000

/** The end of a day is midnight of the next one, which people misread by a day: its last minute instead. */
export function lastMinuteOf(at: string, timeZone: string) {
  const lastMinute = new Date(Date.parse(at) - MINUTE_MS).toISOString()
  return dayIn(lastMinute, timeZone) < dayIn(at, timeZone) ? lastMinute : at
}

/** "Sep 3, 11:59 PM ET" */
export function deadlineInWords(at: string, timeZone: string) {
  const shown = lastMinuteOf(at, timeZone)
  return `${shortCalendarDay(dayIn(shown, timeZone))}, ${timeIn(shown, timeZone)}`
}

/** "Sep 3, 2026, 11:59 PM ET" */
export function momentIn(at: string, timeZone: string) {
  return `${calendarDay(dayIn(at, timeZone))}, ${timeIn(at, timeZone)}`
}

function timeIn(at: string, timeZone: string) {
  const options = { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' } as const
  return new Intl.DateTimeFormat('en-US', options).format(new Date(at))
}

export const daysLate = (days: number) => `${days} ${days === 1 ? 'day' : 'days'} late`

export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {dayOf(at)}
    </time>
  )
}

export function TimeOfDay({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatTime(at)}
    </time>
  )
}

export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
const relativeFormat = onFirstUse(() => new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' }))

/** Such as "38 min ago" or "yesterday", for use within a sentence; after a week, the date. */
export function agoInWords(iso: string, now = new Date()) {
  const seconds = (now.getTime() - new Date(iso).getTime()) / 1000
  if (seconds >= 7 * 86_400) return dayOf(iso)
  const [unit, length] = steps.find(([, length]) => seconds >= length) ?? []
  if (!unit || !length) return 'just now'
  return relativeFormat()
    .format(-Math.floor(seconds / length), unit)
    .replace('.', '')
}

/** The same, to stand alone or begin a sentence. */
export function agoLabel(iso: string, now = new Date()) {
  const words = agoInWords(iso, now)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A relative time, with the exact one as tooltip. */
export function Ago({ at, inSentence = false }: { at: string; inSentence?: boolean }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {inSentence ? agoInWords(at) : agoLabel(at)}
    </time>
  )
}

/** A cell of a list. */
export function AgoOrNever({ at }: { at: string | null }) {
  return <span className="text-grey">{at ? <Ago at={at} /> : 'Never'}</span>
}

/** Such as "Today", "Tomorrow", "In 3 days" or "2 days late". */
export function daysInWords(days: number) {
  if (days < 0) return days === -1 ? '1 day late' : `${-days} days late`
  return days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : `In ${days} days`
}
