import { tasksApi } from '@sherpa/api-client/tasks'
import { totalInWords } from '@sherpa/contracts/list'
import type { Task, TaskAbout } from '@sherpa/contracts/task'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { useFirstPage } from '../../list/use-first-page.ts'
import { QuietButton } from '../athletes/record/panel-parts.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { AddTaskLine } from './add-task-line.tsx'
import { EditTaskDialog } from './edit-task-dialog.tsx'
import { TaskItem } from './task-item.tsx'
import { useAssigneeQuery } from './use-assignees.ts'

const SHOWN = 5

function useTasksOf(about: TaskAbout) {
  const { id: organization, role } = useOrganization()
  const query = { scope: 'all', [about.kind]: about.id, limit: String(SHOWN) } as const
  return useFirstPage(tasksApi.endpoints.tasks, { organization, query }, 'tasks', { skip: role === 'athlete' })
}

/** What the panel loads, for screens that wait for it. */
export const useTaskQueries = (about: TaskAbout) => [useTasksOf(about), useAssigneeQuery(about)]

const focusOn = (input: HTMLInputElement | null) => input?.focus()

/** Open tasks about a record. The line to add one opens on demand. Athletes have theirs on Home. */
export function TasksOfRecord({ about }: { about: TaskAbout }) {
  const { id: organization, role } = useOrganization()
  const [opened, setOpened] = useState<Task>()
  const [isAdding, setAdding] = useState(false)
  const tasks = useTasksOf(about)
  if (role === 'athlete') return null
  const [page] = tasks.currentData?.pages ?? []
  const rows: Task[] = page?.rows ?? []
  return (
    <Panel
      title="Tasks"
      {...(page?.total && page.total.count > 0 && { count: page.total.count })}
      empty={!isAdding && rows.length === 0 && 'None yet'}
      actions={
        !isAdding && (
          <QuietButton name="Add task" icon="check" onClick={() => setAdding(true)}>
            Add task
          </QuietButton>
        )
      }
    >
      {isAdding && <AddTaskLine about={about} inputRef={focusOn} />}
      {rows.length > 0 && (
        <ul className={`${isAdding ? 'mt-2' : '-mt-4'} divide-y divide-line-soft border-b border-line`}>
          {rows.map((task) => (
            <TaskItem key={task.id} task={task} onOpen={setOpened} />
          ))}
        </ul>
      )}
      {page?.next && page.total && (
        <p className="pt-2">
          <Link
            to={`/organizations/${organization}/tasks?scope=all&${about.kind}=${about.id}`}
            className={sectionLinkClass}
          >
            All {totalInWords(page.total)}
          </Link>
        </p>
      )}
      <EditTaskDialog task={opened} onClose={() => setOpened(undefined)} />
    </Panel>
  )
}
