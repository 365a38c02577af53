import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useRef } from 'react'
import { Palette } from './palette.tsx'

/** A modal dialog of the browser, which keeps focus inside and gives it back. What it holds is there only while it is open. */
export function PaletteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which a modal dialog brings along
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={onClose}
      // A press beside it.
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="palette text-base text-slate"
    >
      {open && (
        <Palette onClose={onClose}>
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
