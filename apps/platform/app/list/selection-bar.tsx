import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import { useFocusWhenLost } from '../frame/focus-when-lost.ts'
import type { Selection } from './selection.ts'

export const barButtonClass =
  'inline-flex min-h-button-small cursor-pointer items-center gap-2 rounded-sm px-2.5 text-sm font-medium hover:bg-ink-line'

/** Bulk actions. The bar floats, to avoid layout shifts. */
export function SelectionBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { count, wholeTotal = 0, selectWhole, clear } = selection
  // "Select all" unmounts after use.
  const focusWhenLost = useFocusWhenLost<HTMLSpanElement>(wholeTotal)
  return (
    <section aria-label="Selected rows" className="contents">
      {count > 0 && (
        <div className="list-bar flex items-center gap-2 rounded-lg max-md:flex-wrap max-md:justify-end max-md:gap-0.5 bg-ink-raised py-1.5 pr-2 pl-4 text-white shadow-pop [--focus-ring:var(--color-glacier-light)]">
          <span className="flex gap-2 max-md:mr-2 max-md:flex-col max-md:gap-0 md:items-center">
            <span
              ref={focusWhenLost}
              tabIndex={-1}
              role="status"
              className="pr-2 text-sm font-semibold whitespace-nowrap tabular-nums"
            >
              {count.toLocaleString('en-US')} selected
            </span>
            {wholeTotal > count && (
              <button
                type="button"
                onClick={selectWhole}
                className="min-h-6 cursor-pointer rounded-sm text-left max-md:min-h-11 text-sm whitespace-nowrap underline underline-offset-4 md:pr-2"
              >
                Select all {wholeTotal.toLocaleString('en-US')}
              </button>
            )}
          </span>
          {children}
          <button type="button" aria-label="Clear selection" onClick={clear} className={barButtonClass}>
            <ToolIcon name="close" />
          </button>
        </div>
      )}
    </section>
  )
}
