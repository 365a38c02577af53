const formatDay = formatterOf({ dateStyle: 'medium' })
const formatTime = formatterOf({ timeStyle: 'short' })
const formatMoment = formatterOf({ dateStyle: 'medium', timeStyle: 'short' })

/** To make a format takes a phone 30 ms: it is made for the first date that is shown, not with the script. */
function formatterOf(options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined
  return (iso: string) => {
    format ??= new Intl.DateTimeFormat('en-US', options)
    return format.format(new Date(iso))
  }
}

/** In the visitor's own time zone, as all of these. */
export function dayOf(iso: string) {
  return formatDay(iso)
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
