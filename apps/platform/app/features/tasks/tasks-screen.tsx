import { readOnce } from '@sherpa/api-client/read-once'
import { tasksApi } from '@sherpa/api-client/tasks'
import { type Task, tasksQuery } from '@sherpa/contracts/task'
import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useAccount, useOrganization } from '../../frame/account-context.ts'
import { LinkSwitch } from '../../frame/link-switch.tsx'
import { useToday } from '../../frame/use-today.ts'
import { type ListAddress, useListAddress } from '../../list/list-address.ts'
import { ActionLabel, ListHead } from '../../list/list-head.tsx'
import { ListView } from '../../list/list-view.tsx'
import { MenuItem } from '../../list/row-menu.tsx'
import { useList } from '../../list/use-list.ts'
import { usePhone } from '../../list/use-phone.ts'
import { useAppDispatch } from '../../store.ts'
import { AddTaskLine } from './add-task-line.tsx'
import { EditTaskDialog } from './edit-task-dialog.tsx'
import { COMPLETION_KEY, taskColumns } from './task-columns.tsx'
import { useAssignees } from './use-assignees.ts'
import { useCompletion } from './use-completion.ts'

/** The reader's tasks, or all that they see. */
export function Component() {
  const { id: organization, name, role, may } = useOrganization()
  const { user } = useAccount()
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
  const isPhone = usePhone()
  const [isAdding, setAdding] = useState(false)
  useEffect(() => {
    if (hash === '#new') setAdding(true)
  }, [hash])
  useEffect(() => {
    if (isAdding) input.current?.focus()
  }, [isAdding])
  const mayExport = may('data.export')
  const exporting = useExport(address)
  const open = addressWith(address, { state: undefined, sort: undefined })
  const done = addressWith(address, { state: 'done', sort: undefined })
  const stateSwitch = (
    <LinkSwitch
      label="State"
      choices={[
        { name: 'Open', is: state === 'open', to: `?${open}` },
        { name: 'Done', is: state === 'done', to: `?${done}` },
      ]}
    />
  )
  // On phones the tabs of the views replace the switch.
  const phoneViews = [
    { name: 'Open', address: open, none: 'No open tasks' },
    { name: 'Done', address: done, none: 'No completed tasks' },
  ]
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
      <ListView
        head={({ views, isEmpty }) => (
          <>
            <ListHead
              title={isAthlete ? 'My tasks' : 'Tasks'}
              within={name}
              count={list.total}
              views={views}
              lead={
                isAthlete ? (
                  isPhone && stateSwitch
                ) : (
                  <LinkSwitch
                    label="Whose tasks"
                    choices={[
                      {
                        name: 'Mine',
                        is: scope === 'mine',
                        to: `?${addressWith(address, { scope: undefined, assignee: undefined })}`,
                      },
                      {
                        name: isPhone ? 'All' : 'Everyone',
                        is: scope === 'all',
                        to: `?${addressWith(address, { scope: 'all' })}`,
                      },
                    ]}
                  />
                )
              }
              tools={
                <>
                  {mayExport && !isEmpty && <ExportButton {...exporting} />}
                  {stateSwitch}
                </>
              }
              add={
                !isAthlete &&
                isPhone && (
                  <Button size="small" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
                    <ActionLabel verb="Add" noun="task" />
                  </Button>
                )
              }
              menu={mayExport && !isEmpty && <MenuItem onClick={exporting.save}>Export CSV</MenuItem>}
            />
            {!isAthlete && (!isPhone || isAdding) && <AddTaskLine inputRef={input} look="primary" />}
          </>
        )}
        searchLabel="Search tasks"
        filters={filters}
        views={isAthlete ? undefined : 'tasks'}
        builtInViews={isPhone ? phoneViews : undefined}
        label="Tasks"
        list={list}
        address={address}
        columns={taskColumns({
          organization,
          today,
          isDone: state === 'done',
          of: scope === 'mine' ? user.id : undefined,
          linkTo: isAthlete ? undefined : ({ id }) => ({ search, hash: `#task-${id}` }),
        })}
        nameOf={({ title }) => title}
        onOpen={isAthlete ? undefined : setOpened}
        rowKeys={{ [COMPLETION_KEY]: toggle }}
        empty={
          <EmptyState title={state === 'open' ? 'No open tasks' : 'No completed tasks'}>
            {isAthlete
              ? 'Tasks that others assign to you appear here.'
              : 'Calls, reviews and other to-dos appear here by due date. Add one above: a day in its text becomes the due date.'}
          </EmptyState>
        }
        noMatch={state === 'open' ? 'No open tasks here' : 'No completed tasks here'}
      />
      <EditTaskDialog task={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

/** A change of the view keeps search and filters. */
function addressWith({ state }: ListAddress, changes: Record<string, string | undefined>) {
  const next = Object.entries({ ...state, ...changes }).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return new URLSearchParams(next).toString()
}

/** `#task-…` opens a task, as from the bell and Home. The hash is removed, so that reload does not reopen it. */
function useTaskByAddress(organization: string) {
  const [opened, setOpened] = useState<Task>()
  const dispatch = useAppDispatch()
  const { run } = useAction()
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const asked = /^#task-([\da-f-]{36})$/.exec(hash)?.[1]
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address opens another task.
  useEffect(() => {
    if (!asked) return
    void run(async () =>
      setOpened(await readOnce(dispatch, tasksApi.endpoints.task, { organization, task: asked }, { fresh: true })),
    )
    void navigate(pathname + search, { replace: true, state, preventScrollReset: true })
  }, [asked])
  return [opened, setOpened] as const
}

function useExport({ state }: ListAddress) {
  const { id: organization } = useOrganization()
  const [exportTasks] = tasksApi.useExportTasksMutation()
  const { busy, run } = useAction()
  const save = () => run(async () => saveFile(await exportTasks({ organization, query: state }).unwrap(), 'tasks.csv'))
  return { busy, save }
}

function ExportButton({ busy, save }: ReturnType<typeof useExport>) {
  return (
    <Button look="secondary" size="small" busy={busy} onClick={save}>
      <ToolIcon name="download" />
      {busy ? 'Exporting…' : 'Export CSV'}
    </Button>
  )
}
