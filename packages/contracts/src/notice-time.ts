import { dueAt } from './compliance/deadlines.ts'
import { addDays } from './days.ts'

const HOURS_72_MS = 72 * 60 * 60_000

/** A time that is known exactly, or only by its day. */
export type KnownTime = { at: string } | { day: string }

/** The first and the last millisecond that it may have been. */
function boundsOf(time: KnownTime, zone: string): [number, number] {
  if ('at' in time) return [Date.parse(time.at), Date.parse(time.at)]
  return [Date.parse(dueAt({ day: addDays(time.day, -1) }, zone)), Date.parse(dueAt({ day: time.day }, zone)) - 1]
}

/**
 * Whether a notice came within 72 hours of signing. Days alone often leave it open. A notice that was not given is late
 * once the hours are over.
 */
export function cameWithin72Hours(
  signed: KnownTime | null,
  given: KnownTime | null,
  { zone, now }: { zone: string; now: string },
): 'Yes' | 'No' | 'Unknown' {
  if (!signed) return 'Unknown'
  const [earliest, latest] = boundsOf(signed, zone)
  const [from, until] = given ? boundsOf(given, zone) : [Date.parse(now), Number.POSITIVE_INFINITY]
  if (until - earliest <= HOURS_72_MS) return 'Yes'
  return from - latest > HOURS_72_MS ? 'No' : 'Unknown'
}
