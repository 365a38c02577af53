import { StatusBadge } from '@sherpa/ui/status-badge'
import { useFocusWhenLost } from '../../frame/focus-when-lost.ts'
import { useToday } from '../../frame/use-today.ts'
import { MenuItem, RowMenu } from '../../list/row-menu.tsx'
import { daysInWords, stateOn } from './days-in-words.ts'

type Entry = { id: string; title: string; startsOn: string; endsOn: string | null }

/** Days in programs, with actions to correct or remove them. */
export function ProgramDaysList<One extends Entry>({
  label,
  entries,
  editable,
  onEdit,
  onRemove,
}: {
  label: string
  entries: One[]
  editable: boolean
  onEdit: (entry: One) => void
  onRemove: (entry: One) => void
}) {
  const today = useToday()
  const list = useFocusWhenLost<HTMLUListElement>(entries.length)
  return (
    <ul ref={list} tabIndex={-1} aria-label={label} className="divide-y divide-line-soft text-sm">
      {entries.map((entry) => {
        const state = stateOn(today, entry)
        return (
          <li key={entry.id} className="flex items-start justify-between gap-2 py-2">
            <div className="min-w-0">
              <span className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 font-medium break-words text-ink">{entry.title}</span>
                {state === 'ended' && <StatusBadge tone="quiet">Ended</StatusBadge>}
                {state === 'coming' && <StatusBadge tone="info">Upcoming</StatusBadge>}
              </span>
              <span className="block text-xs text-grey">{daysInWords(entry)}</span>
            </div>
            {editable && (
              <RowMenu name={`Actions for ${entry.title}`}>
                <MenuItem onClick={() => onEdit(entry)}>Change days</MenuItem>
                <MenuItem onClick={() => onRemove(entry)}>Remove</MenuItem>
              </RowMenu>
            )}
          </li>
        )
      })}
    </ul>
  )
}
