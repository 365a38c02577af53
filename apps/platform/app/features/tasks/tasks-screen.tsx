import { tasksApi } from '@sherpa/api-client/tasks'
import { totalInWords } from '@sherpa/contracts/list'
import { type Task, tasksQuery } from '@sherpa/contracts/task'
import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { LinkSwitch } from '../../frame/link-switch.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useToday } from '../../frame/use-today.ts'
import { type ListAddress, useListAddress } from '../../list/list-address.ts'
import { ListView } from '../../list/list-view.tsx'
import { useList } from '../../list/use-list.ts'
import { AddTaskLine } from './add-task-line.tsx'
import { EditTaskDialog } from './edit-task-dialog.tsx'
import { COMPLETION_KEY, taskColumns } from './task-columns.tsx'
import { useAssignees } from './use-assignees.ts'
import { useCompletion } from './use-completion.ts'

/** The reader's tasks, or all that they see. */
export function Component() {
  const { id: organization, name, role } = useOrganization()
  const today = useToday()
  const address = useListAddress(tasksQuery)
  const { scope = 'mine', state = 'open' } = address.state
  const list = useList(tasksApi.endpoints.tasks, { organization, query: address.state }, 'tasks')
  const isAthlete = role === 'athlete'
  const input = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useTaskByAddress(organization)
  const assignees = useAssignees(null)
  const { toggle } = useCompletion()
  const { search, hash } = useLocation()
  useEffect(() => {
    if (hash === '#new') input.current?.focus()
  }, [hash])
  const filters =
    scope === 'all' && !isAthlete
      ? [
          {
            name: 'assignee',
            label: 'Assigned to',
            choices: { ...Object.fromEntries(assignees), none: 'Nobody' },
            most: 1,
          },
        ]
      : []
  return (
    <>
      <ScreenHeading
        title={isAthlete ? 'My tasks' : 'Tasks'}
        within={name}
        count={list.total && totalInWords(list.total)}
        actions={
          <div className="flex flex-wrap items-center gap-2 max-md:w-full">
            {!isAthlete && (
              <LinkSwitch
                label="Whose tasks"
                choices={[
                  {
                    name: 'Mine',
                    is: scope === 'mine',
                    to: addressWith(address, { scope: undefined, assignee: undefined }),
                  },
                  { name: 'Everyone', is: scope === 'all', to: addressWith(address, { scope: 'all' }) },
                ]}
              />
            )}
            <LinkSwitch
              label="State"
              choices={[
                { name: 'Open', is: state === 'open', to: addressWith(address, { state: undefined, sort: undefined }) },
                { name: 'Done', is: state === 'done', to: addressWith(address, { state: 'done', sort: undefined }) },
              ]}
            />
            <ExportButton address={address} />
          </div>
        }
      />
      <div className="flex flex-col gap-3">
        {!isAthlete && <AddTaskLine inputRef={input} />}
        <ListView
          searchLabel="Search tasks"
          filters={filters}
          views={isAthlete ? undefined : 'tasks'}
          label="Tasks"
          list={list}
          address={address}
          columns={taskColumns({
            organization,
            today,
            isDone: state === 'done',
            linkTo: isAthlete ? undefined : ({ id }) => ({ search, hash: `#task-${id}` }),
          })}
          nameOf={({ title }) => title}
          onOpen={isAthlete ? undefined : setOpened}
          rowKeys={{ [COMPLETION_KEY]: toggle }}
          empty={<EmptyState title={state === 'open' ? 'No open tasks' : 'No completed tasks'} />}
          noMatch={state === 'open' ? 'No open tasks here' : 'No completed tasks here'}
        />
      </div>
      <EditTaskDialog task={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

/** A change of the view keeps search and filters. */
function addressWith({ state }: ListAddress, changes: Record<string, string | undefined>) {
  const next = Object.entries({ ...state, ...changes }).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return `?${new URLSearchParams(next)}`
}

/** `#task-…` opens a task, as from the bell and Home. The hash is removed, so that reload does not reopen it. */
function useTaskByAddress(organization: string) {
  const [opened, setOpened] = useState<Task>()
  const [load] = tasksApi.useLazyTaskQuery()
  const { run } = useAction()
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const asked = /^#task-([\da-f-]{36})$/.exec(hash)?.[1]
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address opens another task.
  useEffect(() => {
    if (!asked) return
    void run(async () => setOpened(await load({ organization, task: asked }).unwrap()))
    void navigate(pathname + search, { replace: true, state, preventScrollReset: true })
  }, [asked])
  return [opened, setOpened] as const
}

function ExportButton({ address: { state } }: { address: ListAddress }) {
  const { id: organization, may } = useOrganization()
  const [exportTasks] = tasksApi.useExportTasksMutation()
  const { busy, run } = useAction()
  if (!may('data.export')) return null
  return (
    <Button
      look="secondary"
      size="small"
      busy={busy}
      onClick={() => run(async () => saveFile(await exportTasks({ organization, query: state }).unwrap(), 'tasks.csv'))}
    >
      <ToolIcon name="download" />
      {busy ? 'Exporting…' : 'Export CSV'}
    </Button>
  )
}
