import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { LoadedList, Row } from './use-list.ts'

/** A button for new rows, which would otherwise move the list. */
export function WaitingRows<OneRow extends Row>({ list: { waiting, reload } }: { list: LoadedList<OneRow> }) {
  const show = () => {
    void reload()
    window.scrollTo({ top: 0 })
  }
  return (
    // Empty, it takes no gap of the toolbar.
    <span role="status" className="empty:absolute">
      {waiting > 0 && (
        <button
          type="button"
          onClick={show}
          className="inline-flex min-h-button-small cursor-pointer items-center gap-1.5 rounded-full bg-glacier-pale px-3 text-sm font-semibold text-glacier-deep"
        >
          <ToolIcon name="chevron" className="size-3 -rotate-90" />
          {waiting} new
        </button>
      )}
    </span>
  )
}
