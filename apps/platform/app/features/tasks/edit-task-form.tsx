import { tasksApi } from '@sherpa/api-client/tasks'
import type { Problem } from '@sherpa/contracts/problem'
import { MOST_TASK_TITLE, type Task, taskChange } from '@sherpa/contracts/task'
import { Button } from '@sherpa/ui/button'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../data/use-action.ts'
import { CheckboxField } from '../../forms/checkbox-field.tsx'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { dueInWords, placeOfRecord } from './task-words.ts'
import { useAssignees } from './use-assignees.ts'

/** Changes or deletes a task. */
export function EditTaskForm({ task, onClose }: { task: Task; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const today = useToday()
  /** Newer than the task that was opened, after a conflict. */
  const [newer, setNewer] = useState<Task>()
  /** The chosen assignee may not read the note of the task. */
  const [isUnread, setUnread] = useState(false)
  const [change] = tasksApi.useChangeTaskMutation()
  const { title, about, day, time, assignee, createdBy, removable } = task
  const assignees = useAssignees(about)
  const { errors, failureText, busy, formProps } = useForm({
    schema: taskChange.shape.changes,
    // Only what the reader changed, so that a colleague's other changes stay.
    read: (typed) => ({
      ...(typed.title !== title && { title: typed.title }),
      ...((typed.day !== (day ?? '') || typed.time !== (time ?? '')) && {
        day: typed.day || null,
        time: typed.time || null,
      }),
      ...(typed.assigneeId !== (assignee?.id ?? '') && { assigneeId: typed.assigneeId || null }),
      ...(typed.tellAssignee !== undefined && { tellAssignee: true }),
    }),
    async send(changes) {
      const { version } = newer ?? task
      if (Object.keys(changes).length > 0) {
        await change({ organization, task: task.id, body: { version, changes } })
          .unwrap()
          .catch((error: { data?: Problem & { present?: Task } }) => {
            setNewer(error.data?.present)
            throw error
          })
      }
      onClose()
    },
    onRefusal({ code, fields }) {
      if (fields.has('tellAssignee')) setUnread(true)
      return code === 'changed-meanwhile'
    },
  })
  const theirs = newer && [newer.title, dueInWords(newer, today), newer.assignee?.name ?? 'Owners'].filter(Boolean)
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage
        failure={
          failureText ??
          (theirs && `A colleague has changed this task: ${theirs.join(', ')}. Save again to apply your changes.`)
        }
      />
      <TextField
        name="title"
        label="Task"
        maxLength={MOST_TASK_TITLE}
        defaultValue={title}
        autoComplete="off"
        errors={errors}
      />
      {about && (
        <p className="text-sm text-slate">
          About{' '}
          <Link
            to={`/organizations/${organization}/${placeOfRecord(about)}`}
            onClick={onClose}
            className={textLinkClass}
          >
            {about.name}
          </Link>
          {createdBy && `, added by ${createdBy.name}`}
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="day" label="Day" note="optional" type="date" defaultValue={day ?? ''} errors={errors} />
        <TextField name="time" label="Time" note="optional" type="time" defaultValue={time ?? ''} errors={errors} />
      </div>
      <Field label="Assigned to" error={errors.get('assigneeId')}>
        {(control) => (
          // The members load after the form.
          <Select
            {...control}
            key={assignees.length}
            name="assigneeId"
            defaultValue={assignee?.id ?? ''}
            onChange={() => setUnread(false)}
          >
            <option value="">Owners</option>
            {assignee && !assignees.some(([id]) => id === assignee.id) && (
              <option value={assignee.id}>{assignee.name}</option>
            )}
            {assignees.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isUnread && (
        <CheckboxField name="tellAssignee" errors={errors}>
          Tell them this task. The note stays hidden, and other readers of the note no longer see the task.
        </CheckboxField>
      )}
      {removable && <DeleteButton task={task} onDeleted={onClose} />}
      <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function DeleteButton({ task, onDeleted }: { task: Task; onDeleted: () => void }) {
  const { id: organization } = useOrganization()
  const [remove] = tasksApi.useRemoveTaskMutation()
  const [isAsking, setIsAsking] = useState(false)
  const { busy, run } = useAction()
  const act = () =>
    run(async () => {
      await remove({ organization, task: task.id }).unwrap()
      onDeleted()
    }, 'Task deleted.')
  return (
    <div>
      <Button look="danger" size="small" busy={busy} onClick={() => (isAsking ? void act() : setIsAsking(true))}>
        {isAsking ? 'Delete for good' : 'Delete task'}
      </Button>
    </div>
  )
}
