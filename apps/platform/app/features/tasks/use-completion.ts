import { tasksApi } from '@sherpa/api-client/tasks'
import type { Task } from '@sherpa/contracts/task'
import { showToast } from '@sherpa/ui/toast-area'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'

/** Completes or reopens a task. Completing can be undone in the toast. */
export function useCompletion() {
  const { id: organization } = useOrganization()
  const [completeTask] = tasksApi.useCompleteTaskMutation()
  const [reopenTask] = tasksApi.useReopenTaskMutation()
  const { busy, run } = useAction()
  const reopen = (task: string) => run(() => reopenTask({ organization, task }).unwrap())
  const complete = ({ id, title }: Pick<Task, 'id' | 'title'>) =>
    run(async () => {
      await completeTask({ organization, task: id }).unwrap()
      showToast('success', `Completed: ${title}`, { label: 'Undo', act: () => void reopen(id) })
    })
  return {
    busy,
    complete,
    toggle: (task: Pick<Task, 'id' | 'title' | 'done'>) => void (task.done ? reopen(task.id) : complete(task)),
  }
}
