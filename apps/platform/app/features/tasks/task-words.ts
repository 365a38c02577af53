import { clockTime } from '@sherpa/contracts/availability'
import { addDays, daysBetween } from '@sherpa/contracts/days'
import type { Task } from '@sherpa/contracts/task'
import { daysLate } from '../../data/moments.tsx'

const ofWeek = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const ofOtherYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Such as "Tomorrow, 3:00 PM" or "Thu, Nov 19". */
export function dueInWords({ day, time }: Pick<Task, 'day' | 'time'>, today: string) {
  if (!day) return ''
  return [dayInWords(day, today), time && clockTime(time)].filter(Boolean).join(', ')
}

function dayInWords(day: string, today: string) {
  if (day === today) return 'Today'
  if (day === addDays(today, 1)) return 'Tomorrow'
  if (day === addDays(today, -1)) return 'Yesterday'
  return (day.startsWith(today.slice(0, 4)) ? ofWeek : ofOtherYear).format(new Date(day))
}

export const isLate = ({ day, done }: Pick<Task, 'day' | 'done'>, today: string) =>
  day !== null && day < today && done === null

/** How late it is, or when it is due. */
export const stateInWords = (task: Pick<Task, 'day' | 'time' | 'done'>, today: string) =>
  task.day && isLate(task, today) ? daysLate(daysBetween(task.day, today)) : dueInWords(task, today)

/** Path of the record below the organization. */
export const placeOfRecord = ({ kind, id }: NonNullable<Task['about']>) =>
  `${{ athlete: 'athletes', deal: 'deals', company: 'companies' }[kind]}/${id}`
