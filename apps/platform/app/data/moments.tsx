import { onFirstUse } from '@sherpa/contracts/on-first-use'

const formatDay = formatterOf({ dateStyle: 'medium' })
const formatDayOfYear = formatterOf({ month: 'short', day: 'numeric' })
const formatTime = formatterOf({ timeStyle: 'short' })
const formatMoment = formatterOf({ dateStyle: 'medium', timeStyle: 'short' })

function formatterOf(options: Intl.DateTimeFormatOptions) {
  const format = onFirstUse(() => new Intl.DateTimeFormat('en-US', options))
  return (iso: string) => format().format(new Date(iso))
}

/** In the visitor's own time zone, as all of these. */
export function dayOf(iso: string) {
  return formatDay(iso)
}

/** A day of the calendar (2026-03-09), which is the same in every time zone. */
export function calendarDay(date: string) {
  return formatDay(`${date}T00:00`)
}

/** The same, without the year while it lasts. */
export function shortCalendarDay(date: string, now = new Date()) {
  const isOfThisYear = date.startsWith(String(now.getFullYear()))
  return isOfThisYear ? formatDayOfYear(`${date}T00:00`) : calendarDay(date)
}

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

/** Such as "38 min. ago" or "yesterday"; after a week, the day itself. */
export function agoInWords(iso: string, now = new Date()) {
  const seconds = (now.getTime() - new Date(iso).getTime()) / 1000
  if (seconds >= 7 * 86_400) return dayOf(iso)
  const [unit, length] = steps.find(([, length]) => seconds >= length) ?? []
  if (!unit || !length) return 'just now'
  return relativeFormat().format(-Math.floor(seconds / length), unit)
}

/** How long ago it was; the exact moment shows when one points at it. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)} className="whitespace-nowrap">
      {agoInWords(at)}
    </time>
  )
}
