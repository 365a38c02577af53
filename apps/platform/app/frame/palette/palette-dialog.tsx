import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useRef } from 'react'
import { Palette } from './palette.tsx'

/** A modal dialog of the browser, which keeps focus inside and gives it back. What it holds is there only while it is open. */
export function PaletteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const next = useRef<() => void>(undefined)
  useEffect(() => {
    if (open) return dialog.current?.showModal()
    // Gives the focus back, which what was chosen may then move on.
    dialog.current?.close()
    next.current?.()
    next.current = undefined
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which a modal dialog brings along
    <dialog
      ref={dialog}
      aria-label="Search"
      // By Escape: at once, so that Ctrl-K right after it opens the search again.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // The browser says so a moment later: by then it may be open again.
      onClose={() => !dialog.current?.open && onClose()}
      // A press beside it.
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="palette text-base text-slate"
    >
      {open && (
        <Palette
          onClose={(chosen) => {
            next.current = chosen
            onClose()
          }}
        >
          <button
            type="button"
            onClick={onClose}
            className="grid shrink-0 cursor-pointer place-items-center rounded-sm max-md:-mr-2 max-md:size-11"
          >
            <kbd className="max-md:hidden!">Esc</kbd>
            <ToolIcon name="close" className="size-5 md:hidden" />
            <span className="sr-only">Close search</span>
          </button>
        </Palette>
      )}
    </dialog>
  )
}
