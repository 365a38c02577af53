import type { Task } from '@sherpa/contracts/task'
import { Link, type Path } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { Avatar } from '../../frame/avatar.tsx'
import type { Column } from '../../list/list-table.tsx'
import { CompletionButton } from './completion-button.tsx'
import { dueInWords, isLate, placeOfRecord, stateInWords } from './task-words.ts'

/** Completes or reopens the focused task of the list. */
export const COMPLETION_KEY = 'c'

type Options = {
  organization: string
  today: string
  isDone: boolean
  /** Whose tasks are listed: their name is left out. */
  of: string | undefined
  /** The address that opens a task; undefined for readers who cannot change tasks. */
  linkTo: ((task: Task) => Partial<Path>) | undefined
}

export function taskColumns({ organization, today, isDone, of, linkTo }: Options): Column<Task>[] {
  return [
    {
      id: 'title',
      head: 'Task',
      shown: 'always',
      place: 'name',
      cell: (task) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <CompletionButton task={task} shortcut={COMPLETION_KEY} />
          {linkTo ? (
            <Link
              to={linkTo(task)}
              replace
              preventScrollReset
              className="truncate text-base font-medium text-ink hover:underline"
            >
              {task.title}
            </Link>
          ) : (
            <span className="truncate text-base font-medium text-ink">{task.title}</span>
          )}
        </span>
      ),
    },
    {
      id: 'about',
      head: 'About',
      width: 'medium',
      place: 'detail',
      cell: ({ about }) =>
        about && (
          <Link
            to={`/organizations/${organization}/${placeOfRecord(about)}`}
            // Below the title on phones.
            className="truncate hover:underline max-md:ml-8.5 max-md:inline-block max-md:py-0.5"
          >
            {about.name}
          </Link>
        ),
    },
    {
      id: 'assignee',
      head: 'Assigned to',
      width: 'badge',
      from: 'laptop',
      cell: ({ assignee }) =>
        assignee
          ? assignee.id !== of && (
              <span className="flex min-w-0 items-center gap-2">
                <Avatar name={assignee.name} />
                <span className="truncate">{assignee.name}</span>
              </span>
            )
          : 'Owners',
    },
    {
      id: 'day',
      head: 'Due',
      sort: 'day',
      width: 'badge',
      place: 'state',
      cell: (task) => (
        <span
          title={dueInWords(task, today)}
          className={`tabular-nums ${isLate(task, today) ? 'font-medium text-error' : ''}`}
        >
          {stateInWords(task, today)}
        </span>
      ),
    },
    ...(isDone
      ? [
          {
            id: 'done',
            head: 'Completed',
            sort: 'done',
            width: 'badge',
            from: 'laptop',
            cell: ({ done }: Task) =>
              done && (
                <span className="truncate">
                  <Ago at={done.at} />
                  {done.by && `, ${done.by.name}`}
                </span>
              ),
          } as const,
        ]
      : []),
  ]
}
