import { calendarDay } from '../../data/moments.tsx'

type Days = { startsOn: string; endsOn: string | null }

export function daysInWords({ startsOn, endsOn }: Days) {
  return endsOn ? `${calendarDay(startsOn)} to ${calendarDay(endsOn)}` : `Since ${calendarDay(startsOn)}`
}

/** Ended, coming or current on a day. */
export function stateOn(today: string, { startsOn, endsOn }: Days): 'ended' | 'coming' | 'current' {
  if (endsOn !== null && endsOn < today) return 'ended'
  return startsOn > today ? 'coming' : 'current'
}
