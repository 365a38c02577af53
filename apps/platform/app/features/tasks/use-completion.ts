import { tasksApi } from '@sherpa/api-client/tasks'
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
  return {
    busy,
    reopen,
    complete: ({ id, title }: { id: string; title: string }) =>
      run(async () => {
        await completeTask({ organization, task: id }).unwrap()
        showToast('success', `Completed: ${title}`, { label: 'Undo', act: () => void reopen(id) })
      }),
  }
}
