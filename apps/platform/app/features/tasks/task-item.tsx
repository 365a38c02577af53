import type { Task } from '@sherpa/contracts/task'
import { useAccount } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { CompletionButton } from './completion-button.tsx'
import { dueInWords, isLate, stateInWords } from './task-words.ts'

/** One row of the tasks of a record. */
export function TaskItem({ task, onOpen }: { task: Task; onOpen: (task: Task) => void }) {
  const { user } = useAccount()
  const today = useToday()
  const { title, assignee, done } = task
  return (
    <li className="flex min-h-13 items-center gap-3 py-1.5 text-sm">
      <CompletionButton task={task} />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => onOpen(task)}
          className={`touch-area cursor-pointer text-left text-base font-medium break-words hover:underline ${done ? 'text-grey line-through' : 'text-ink'}`}
        >
          {title}
        </button>
        <p className="truncate text-xs text-grey">{assignee?.id === user.id ? 'You' : (assignee?.name ?? 'Owners')}</p>
      </div>
      <span
        title={dueInWords(task, today)}
        className={`shrink-0 text-xs tabular-nums ${isLate(task, today) ? 'font-medium text-error' : 'text-grey'}`}
      >
        {stateInWords(task, today)}
      </span>
    </li>
  )
}
