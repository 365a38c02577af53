import { daysBetween } from '@sherpa/contracts/days'
import { daysLate, shortCalendarDay } from '../../data/moments.tsx'

/** The day, or how late it is. */
export function NextDue({ day, today }: { day: string; today: string }) {
  if (day >= today) return shortCalendarDay(day)
  return (
    <span title={`Due ${shortCalendarDay(day)}`} className="font-medium text-error">
      {daysLate(daysBetween(day, today))}
    </span>
  )
}
