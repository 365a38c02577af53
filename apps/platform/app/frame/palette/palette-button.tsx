import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useState } from 'react'
import { isMac } from '../is-mac.ts'
import { PaletteDialog } from './palette-dialog.tsx'
import { usePaletteLabel } from './palette-label.ts'

/** Opens the command palette, as does Ctrl-K, except over another dialog. */
export function PaletteButton() {
  const [open, setOpen] = useState(false)
  const label = usePaletteLabel()
  useEffect(() => {
    function openByKey(event: KeyboardEvent) {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isShortcut || event.key.toLowerCase() !== 'k') return
      // Prevents the browser's own search.
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    document.addEventListener('keydown', openByKey)
    return () => document.removeEventListener('keydown', openByKey)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
        className="flex h-8 w-66 shrink-0 cursor-pointer items-center gap-2 rounded-md border border-line bg-snow pr-1.5 pl-2.5 text-sm text-grey transition-colors hover:border-control max-lg:w-44 max-md:size-11 max-md:justify-center max-md:border-transparent max-md:bg-transparent max-md:p-0 max-md:text-slate"
      >
        <ToolIcon name="search" className="size-4 max-md:size-5" />
        <span className="flex-1 truncate text-left max-md:sr-only">{label}</span>
        <span aria-hidden="true" className="max-lg:hidden">
          <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
        </span>
      </button>
      <PaletteDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
