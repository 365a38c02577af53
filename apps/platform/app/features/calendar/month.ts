import { addDays, addMonths, weekday } from '@sherpa/contracts/days'

const WEEK = 7

/** Such as 2026-11 for 2026-11-17. */
export const monthOf = (day: string) => day.slice(0, 'yyyy-mm'.length)

export const firstOf = (month: string) => `${month}-01`

export const monthsLater = (month: string, months: number) => monthOf(addMonths(firstOf(month), months))

/** Full weeks from Sunday to Saturday. */
export function weeksOf(month: string): string[][] {
  const first = firstOf(month)
  const sunday = addDays(first, -weekday(first))
  const weeks: string[][] = []
  for (let start = sunday; start < firstOf(monthsLater(month, 1)); start = addDays(start, WEEK)) {
    weeks.push(Array.from({ length: WEEK }, (_, index) => addDays(start, index)))
  }
  return weeks
}

/** The target day of a navigation key. */
export function dayByKey(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -WEEK)
    case 'ArrowDown':
      return addDays(day, WEEK)
    case 'Home':
      return addDays(day, -weekday(day))
    case 'End':
      return addDays(day, WEEK - 1 - weekday(day))
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return undefined
  }
}
