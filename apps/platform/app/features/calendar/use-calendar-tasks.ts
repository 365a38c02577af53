import { tasksApi } from '@sherpa/api-client/tasks'
import { clockTime } from '@sherpa/contracts/availability'
import type { Task } from '@sherpa/contracts/task'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { useFirstPage } from '../../list/use-first-page.ts'
import type { TaskItem } from './item-words.ts'

const MOST_TASKS = 100

/** The reader's open tasks in a date range. */
export function useCalendarTasks({ from, until, kind }: { from: string; until: string; kind?: string | undefined }) {
  const { id: organization } = useOrganization()
  const today = useToday()
  const isAsked = !kind || kind.split(',').includes('task')
  const query = { from, until, limit: String(MOST_TASKS) }
  const tasks = useFirstPage(tasksApi.endpoints.tasks, { organization, query }, 'tasks', { skip: !isAsked })
  const [page] = isAsked ? (tasks.currentData?.pages ?? []) : []
  return {
    items: (page?.rows ?? []).flatMap((task: Task) => (task.day ? [toItem(task, task.day, today)] : [])),
    more: Boolean(page?.next),
  }
}

function toItem({ id, title, about, time }: Task, day: string, today: string): TaskItem {
  return {
    id,
    kind: 'task',
    title,
    day,
    record: about?.name ?? null,
    why: time ? clockTime(time) : '',
    state: day < today ? 'late' : 'open',
    keyDate: null,
    away: null,
    payment: null,
  }
}

/** Kinds for the calendar of deals; undefined for all of them. */
export const kindsOfDeals = (kind: string | undefined) =>
  kind
    ?.split(',')
    .filter((one) => one !== 'task')
    .join(',')
