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
