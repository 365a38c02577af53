import { dayOf } from '../../../data/moments.tsx'

/** The heading of a day in the timeline. */
export function timelineDay(iso: string, now = new Date()) {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const day = dayOf(iso)
  if (day === dayOf(now.toISOString())) return 'Today'
  return day === dayOf(yesterday.toISOString()) ? 'Yesterday' : day
}
