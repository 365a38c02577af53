import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useToday } from '../../frame/use-today.ts'
import { dueInWords } from './task-words.ts'
import type { TaskLineState } from './use-task-line.ts'

/** The day that was read from the line, and what could not be read. */
export function DueChip({ line: { due, unread, removeDay } }: { line: TaskLineState }) {
  const today = useToday()
  return (
    <>
      {due.day && (
        <span className="inline-flex items-center gap-1 rounded-full bg-glacier-pale py-0.5 pr-0.5 pl-2.5 text-xs font-medium text-glacier-deep">
          {dueInWords(due, today)}
          <button
            type="button"
            aria-label="Remove the day"
            onClick={removeDay}
            className="grid size-6 cursor-pointer place-items-center rounded-full hover:bg-quiet max-md:size-11"
          >
            <ToolIcon name="close" className="size-3" />
          </button>
        </span>
      )}
      {unread && <span className="text-xs text-grey">There is no {unread}. It stays in the text.</span>}
    </>
  )
}
