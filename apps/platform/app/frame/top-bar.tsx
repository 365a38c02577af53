import { LogoMark } from '@sherpa/ui/logo'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'

/** On small screens: where one is, and the navigation behind a button, as a modal dialog along the left edge. */
export function TopBar({ place, children }: { place: ReactNode; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)

  /** A choice in the menu, or a press beside it, closes it. */
  function closeAfter(event: MouseEvent) {
    const pressed = event.target as Element
    if (pressed === dialog.current || pressed.closest('a')) dialog.current?.close()
  }

  return (
    <header className="on-side sticky top-0 z-20 flex items-center gap-3 px-4 py-2 text-white lg:hidden">
      <Link to="/" aria-label="Sherpa home" className="shrink-0 rounded-sm">
        <LogoMark />
      </Link>
      <div className="min-w-0 flex-1">{place}</div>
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
        className="-mr-2 grid size-11 shrink-0 cursor-pointer place-items-center rounded-sm"
      >
        <ToolIcon name="menu" className="size-6" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which a modal dialog brings along */}
      <dialog ref={dialog} aria-label="Menu" className="slide-in side-menu on-side" onClick={closeAfter}>
        <button
          type="button"
          aria-label="Close menu"
          onClick={() => dialog.current?.close()}
          className="absolute top-4 right-3 z-10 grid size-11 cursor-pointer place-items-center rounded-sm text-white"
        >
          <ToolIcon name="close" />
        </button>
        {children}
      </dialog>
    </header>
  )
}
