const SLOT_MINUTES = 30

/** Slots of a day that have not passed: none that DST skips, both of one that it repeats. */
export function slotsOfDay(day: Date, now: Date): Date[] {
  const midnight = daysAfter(day, 0).getTime()
  const nextMidnight = daysAfter(day, 1).getTime()
  const slots: Date[] = []
  for (let time = midnight; time < nextMidnight; time += SLOT_MINUTES * 60_000) {
    if (time >= now.getTime()) slots.push(new Date(time))
  }
  return slots
}

/** From 8 AM to 6 PM, when most people meet; all of a day on which those have passed. */
export function usualSlots(slots: readonly Date[]) {
  const usual = slots.filter((slot) => {
    const minutes = slot.getHours() * 60 + slot.getMinutes()
    return minutes >= 8 * 60 && minutes <= 18 * 60
  })
  return usual.length > 0 ? usual : [...slots]
}

/** Today, unless its last time has passed. */
export function firstDayWithTimes(now: Date) {
  return slotsOfDay(now, now).length > 0 ? daysAfter(now, 0) : daysAfter(now, 1)
}

/** Initial day of the calendar: most people meet on weekdays. Weekend days can still be chosen. */
export function firstWeekdayWithTimes(now: Date) {
  let day = firstDayWithTimes(now)
  while (isWeekend(day)) day = daysAfter(day, 1)
  return day
}

/** Local midnight, also across DST changes. */
function daysAfter(day: Date, days: number) {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
}

function isWeekend(day: Date) {
  return day.getDay() === 0 || day.getDay() === 6
}

/** `10:30 AM`, with the zone if DST repeats the time. */
export function slotLabels(slots: readonly Date[]) {
  const timeOfDay = { hour: 'numeric', minute: '2-digit' } as const
  const plain = new Intl.DateTimeFormat('en-US', timeOfDay)
  const withZone = new Intl.DateTimeFormat('en-US', { ...timeOfDay, timeZoneName: 'short' })
  const labels = slots.map((slot) => plain.format(slot))
  return slots.map((slot, index) => {
    const label = labels[index] ?? ''
    const twice = labels.indexOf(label) !== labels.lastIndexOf(label)
    return plainSpaces(twice ? withZone.format(slot) : label)
  })
}

/** `Monday, November 16, 2026 at 10:30 AM` */
export function spokenMoment(moment: Date) {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  return plainSpaces(format.format(moment))
}

/** Some ICU versions put a narrow space before AM and PM. */
function plainSpaces(text: string) {
  return text.replaceAll('\u202f', ' ')
}

/** ISO 8601 with the visitor's own offset: `2026-11-16T10:30:00-05:00`. */
export function timestampWithOffset(moment: Date) {
  const offset = -moment.getTimezoneOffset()
  const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, 19)
  const sign = offset < 0 ? '-' : '+'
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0')
  return `${local}${sign}${hours}:${minutes}`
}

export function visitorTimeZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
