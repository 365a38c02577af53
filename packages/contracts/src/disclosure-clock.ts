import { federalHolidays, isBusinessDay } from './business-days.ts'
import { highSchoolNoticeDue, reportDue } from './compliance/deadlines.ts'
import { addDays, weekday } from './days.ts'
import type { DisclosureKind } from './disclosure-state.ts'

/** The deadline of kinds that count from the day of signing or agreement. */
export const dueFromSigning: Partial<Record<DisclosureKind, (signedOn: string) => { day: string }>> = {
  'nil-go': reportDue,
  'state-association': highSchoolNoticeDue,
}

/** A payor who has not answered by then is presumed to be associated with the school. */
export const ATTESTATION_DAYS = 5
/** Days on which the payor gets mail. */
export const attestationMailDays = [0, 2, 4] as const

/** A payor's link ends this many days after they were asked, or were reminded by a person. */
export const PAYOR_LINK_DAYS = 14

/** `count` is the number of a business day; skipped days say why. Day 0 has the count 0. */
export type CountedDay = { day: string; count: number } | { day: string; skipped: string }

const MOST_DAYS = 60

/** Every day from day 0 to the due day. */
export function countDays(from: string, dueOn: string): CountedDay[] {
  const days: CountedDay[] = [{ day: from, count: 0 }]
  let count = 0
  for (let day = addDays(from, 1); day <= dueOn && days.length < MOST_DAYS; day = addDays(day, 1)) {
    if (isBusinessDay(day)) days.push({ day, count: ++count })
    else days.push({ day, skipped: reasonToSkip(day) })
  }
  return days
}

function reasonToSkip(day: string) {
  if (weekday(day) === 0) return 'Sunday'
  if (weekday(day) === 6) return 'Saturday'
  const year = Number(day.slice(0, 4))
  const holidays = [...federalHolidays(year), ...federalHolidays(year + 1)]
  return holidays.find(({ observed }) => observed === day)?.name ?? 'Holiday'
}
