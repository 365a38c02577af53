const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const timeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const momentFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** In the visitor's own time zone, as all of these. */
export function dayOf(iso: string) {
  return dayFormat.format(new Date(iso))
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
      {timeFormat.format(new Date(at))}
    </time>
  )
}

export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{momentFormat.format(new Date(at))}</time>
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
const relativeFormat = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' })

/** Such as "38 min. ago" or "yesterday"; after a week, the day itself. */
export function agoInWords(iso: string, now = new Date()) {
  const seconds = (now.getTime() - new Date(iso).getTime()) / 1000
  if (seconds >= 7 * 86_400) return dayOf(iso)
  const [unit, length] = steps.find(([, length]) => seconds >= length) ?? []
  return unit && length ? relativeFormat.format(-Math.floor(seconds / length), unit) : 'just now'
}

/** How long ago it was; the exact moment shows when one points at it. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={momentFormat.format(new Date(at))} className="whitespace-nowrap">
      {agoInWords(at)}
    </time>
  )
}
