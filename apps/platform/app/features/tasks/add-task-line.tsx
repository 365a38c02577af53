import { tasksApi } from '@sherpa/api-client/tasks'
import { MOST_TASK_TITLE, newTask, type TaskAbout } from '@sherpa/contracts/task'
import { Button } from '@sherpa/ui/button'
import { controlClass } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { type Ref, useId, useState } from 'react'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useAccount, useOrganization } from '../../frame/account-context.ts'
import { DueChip } from './due-chip.tsx'
import { useAssignees } from './use-assignees.ts'
import { useTaskLine } from './use-task-line.ts'

/** Adds a task in one line: "Call the club Thu at 3pm". The day becomes a chip that can be removed. */
export function AddTaskLine({
  about = null,
  inputRef,
  look = 'secondary',
}: {
  about?: TaskAbout | null
  inputRef?: Ref<HTMLInputElement>
  /** Primary where it is the main action of the screen. */
  look?: 'primary' | 'secondary'
}) {
  const { user } = useAccount()
  const { id: organization } = useOrganization()
  const [add] = tasksApi.useAddTaskMutation()
  const keyFor = useIdempotencyKey()
  const assignees = useAssignees(about)
  const id = useId()
  const line = useTaskLine()
  /** The same task can be added again. */
  const [added, setAdded] = useState(0)
  const { errors, failureText, busy, formProps } = useForm({
    schema: newTask,
    read: ({ assigneeId }) => ({ title: line.title, about, assigneeId, ...line.due }),
    async send(body) {
      await add({ organization, body, headers: { 'Idempotency-Key': keyFor([body, added]) } }).unwrap()
      setAdded((count) => count + 1)
      line.type('')
    },
  })
  const error = errors.get('title') ?? errors.get('assigneeId')
  return (
    <form {...formProps} className="flex flex-col gap-1.5">
      <FormMessage failure={failureText} />
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={inputRef}
          name="title"
          aria-label="New task"
          placeholder="Call the club Thu at 3pm"
          maxLength={MOST_TASK_TITLE}
          autoComplete="off"
          value={line.text}
          onChange={({ target }) => line.type(target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-read`}
          className={`${controlClass} min-w-0 flex-1 basis-56 max-md:basis-full`}
        />
        {assignees.length > 1 && (
          <span className="w-44 max-md:flex-1 max-md:basis-44">
            <Select name="assigneeId" aria-label="Assign to" defaultValue={user.id}>
              {assignees.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          </span>
        )}
        <span className="max-md:ml-auto">
          <Button type="submit" look={look} busy={busy}>
            Add task
          </Button>
        </span>
      </div>
      <div id={`${id}-read`} role="status" className="flex flex-wrap items-center gap-2 text-xs empty:hidden">
        <DueChip line={line} />
        {error && <span className="font-medium text-error">{error}</span>}
      </div>
    </form>
  )
}
