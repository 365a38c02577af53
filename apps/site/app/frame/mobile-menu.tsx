import { Logo } from '@sherpa/ui/logo'
import { type MouseEvent, useRef } from 'react'
import type { MenuSection } from '../content/navigation'
import { PlatformLinks } from './platform-links'
import { SectionLinks } from './section-links'

const MENU_ID = 'site-menu'

// Invoker commands open and close the dialog, even without JavaScript. Click handlers are the fallback.
// A modal dialog handles Escape, focus trap and focus restore.
const browserRunsCommands = () => 'commandForElement' in HTMLButtonElement.prototype
const menuCommand = (command: 'show-modal' | 'close') => ({ command, commandfor: MENU_ID })
const menu = () => document.getElementById(MENU_ID) as HTMLDialogElement

export function MenuButton({ className }: { className: string }) {
  return (
    <button
      type="button"
      aria-label="Open menu"
      aria-haspopup="dialog"
      {...menuCommand('show-modal')}
      onClick={() => browserRunsCommands() || menu().showModal()}
      className={`grid size-11 cursor-pointer place-items-center rounded-sm text-white ${className}`}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-6 stroke-current"
        strokeWidth="2"
        strokeLinecap="round"
      >
        <path d="M4 7h16M4 12h16M4 17h16" />
      </svg>
    </button>
  )
}

export function MobileMenu({ current }: { current: MenuSection | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const closeFromOverlay = (event: MouseEvent) => {
    if (event.target === dialog.current) close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: modal dialogs close with Escape
    <dialog
      ref={dialog}
      id={MENU_ID}
      aria-label="Menu"
      className="slide-in mobile-menu on-dark"
      onClick={closeFromOverlay}
    >
      <div className="flex min-h-full flex-col p-5">
        <div className="flex items-center justify-between text-white">
          <Logo />
          <button
            type="button"
            aria-label="Close menu"
            {...menuCommand('close')}
            onClick={() => browserRunsCommands() || close()}
            className="grid size-11 cursor-pointer place-items-center rounded-sm"
          >
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              className="size-6 stroke-current"
              strokeWidth="2"
              strokeLinecap="round"
            >
              <path d="m6 6 12 12M18 6 6 18" />
            </svg>
          </button>
        </div>
        <nav aria-label="Menu" className="mt-8">
          <ul className="flex flex-col gap-1">
            <SectionLinks
              current={current}
              onChoose={close}
              linkClass="block rounded-sm px-3 py-3 text-lg font-medium text-white transition-colors hover:bg-ink-raised aria-[current]:bg-ink-raised aria-[current]:text-summit"
            />
          </ul>
        </nav>
        <div className="mt-auto grid gap-3 pt-8">
          <PlatformLinks />
        </div>
      </div>
    </dialog>
  )
}
