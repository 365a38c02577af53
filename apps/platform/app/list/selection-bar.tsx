import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import type { Selection } from './selection.ts'

export const barButtonClass =
  'inline-flex min-h-button-small cursor-pointer items-center gap-2 rounded-sm px-2.5 text-sm font-medium hover:bg-ink-line'

/** What can be done with the rows that are selected. It floats above the list, so that nothing moves. */
export function SelectionBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { selected, clear } = selection
  return (
    <section aria-label="Selected rows" className="contents">
      {selected.length > 0 && (
        <div className="list-bar flex items-center gap-2 rounded-lg bg-ink-raised py-1.5 pr-2 pl-4 text-white shadow-pop [--focus-ring:var(--color-glacier-light)]">
          <span role="status" className="pr-2 text-sm font-semibold whitespace-nowrap tabular-nums">
            {selected.length} selected
          </span>
          {children}
          <button type="button" aria-label="Clear the selection" onClick={clear} className={barButtonClass}>
            <ToolIcon name="close" />
          </button>
        </div>
      )}
    </section>
  )
}
