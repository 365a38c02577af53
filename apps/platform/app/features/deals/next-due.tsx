import { daysBetween } from '@sherpa/contracts/days'
import { daysLate, shortCalendarDay } from '../../data/moments.tsx'

/** What is due, and on which day or how late it is. */
export function NextDue({ day, title, today }: { day: string; title?: string | null; today: string }) {
  const what = title ? `${title}, ` : ''
  if (day >= today) return what + shortCalendarDay(day)
  return (
    <span title={`Due ${shortCalendarDay(day)}`} className="font-medium text-error">
      {what}
      {daysLate(daysBetween(day, today))}
    </span>
  )
}
