import type { Task } from '@sherpa/contracts/task'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useCompletion } from './use-completion.ts'

/** A round toggle: completes or reopens the task. */
export function CompletionButton({
  task,
  shortcut,
}: {
  task: Pick<Task, 'id' | 'title' | 'done'>
  /** Key of the focused row, if there is one. */
  shortcut?: string
}) {
  const { busy, toggle } = useCompletion()
  const isDone = task.done !== null
  return (
    <button
      type="button"
      aria-pressed={isDone}
      aria-label={`Complete: ${task.title}`}
      title={shortcut && `${isDone ? 'Reopen' : 'Complete'} (${shortcut})`}
      aria-disabled={busy || undefined}
      onClick={() => toggle(task)}
      className="group grid size-6 shrink-0 cursor-pointer place-items-center rounded-full max-md:-m-2.5 max-md:size-11"
    >
      <span className="grid size-4.5 place-items-center rounded-full border-[1.5px] border-control text-transparent group-hover:border-glacier group-hover:text-glacier group-aria-pressed:border-transparent group-aria-pressed:bg-success group-aria-pressed:text-ground">
        <ToolIcon name="check" className="size-3" />
      </span>
    </button>
  )
}
