import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useRef } from 'react'
import { Palette } from './palette.tsx'

/** A native modal dialog that traps and restores focus. Its content is mounted only while open. */
export function PaletteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const next = useRef<() => void>(undefined)
  useEffect(() => {
    if (open) return dialog.current?.showModal()
    // Restores focus before the chosen command may move it.
    dialog.current?.close()
    next.current?.()
    next.current = undefined
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: modal dialogs close with Escape
    <dialog
      ref={dialog}
      aria-label="Search"
      // Escape closes immediately, so that Ctrl-K right after it reopens.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Fires asynchronously; the dialog may be open again.
      onClose={() => !dialog.current?.open && onClose()}
      // A click on the backdrop.
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
