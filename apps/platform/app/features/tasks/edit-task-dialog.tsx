import type { Task } from '@sherpa/contracts/task'
import { Dialog } from '@sherpa/ui/dialog'
import { lazyForm } from '../../frame/on-demand.tsx'

const EditTaskForm = lazyForm(async () => (await import('./edit-task-form.tsx')).EditTaskForm)

/** Changes or deletes a task. */
export function EditTaskDialog({ task, onClose }: { task: Task | undefined; onClose: () => void }) {
  return (
    <Dialog open={task !== undefined} title="Task" onClose={onClose}>
      {task && <EditTaskForm key={task.id} task={task} onClose={onClose} />}
    </Dialog>
  )
}
