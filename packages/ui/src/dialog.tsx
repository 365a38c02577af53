import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'

/**
 * Native modal dialog: traps focus, restores it, and closes with Escape. Content renders only while open. It stays open while
 * a button is busy, so that the outcome is visible. Escape asks before discarding input.
 */
export function Dialog({
  open,
  title,
  size = 'regular',
  onClose,
  children,
}: {
  open: boolean
  title: string
  /** Wide: full height, for a document. Sheet: from the bottom edge on phones. */
  size?: 'regular' | 'wide' | 'sheet'
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  /** Changed fields. Fields of earlier steps are no longer in the document. */
  const changed = useRef(new Set<Element>())
  const [asking, setAsking] = useState(false)
  const titleId = useId()
  useEffect(() => {
    if (!open) {
      dialog.current?.close()
      return
    }
    dialog.current?.showModal()
    // Browsers focus the first radio button, and Space would select it.
    dialog.current?.querySelector<HTMLInputElement>('input[type=radio]:checked')?.focus()
  }, [open])
  const heading = useFocusWhenLost(open)

  function noteChange({ target }: FormEvent) {
    if (target instanceof Element && target.closest('form')) changed.current.add(target)
  }

  /** False for events that bubble up from nested dialogs. */
  function isOurs({ target }: SyntheticEvent) {
    return target instanceof Element && target.closest('dialog') === dialog.current
  }

  function stayOpenIfNeeded(event: SyntheticEvent) {
    if (event.defaultPrevented || !isOurs(event)) return
    if (dialog.current?.querySelector('button[aria-busy=true]')) return event.preventDefault()
    if (!asking && ![...changed.current].some((field) => field.isConnected)) return
    event.preventDefault()
    setAsking(!asking)
  }

  // Browsers ignore repeated preventDefault on "cancel", so Escape is handled on keydown.
  function keyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') stayOpenIfNeeded(event)
  }

  function closed(event: SyntheticEvent) {
    if (!isOurs(event)) return
    changed.current.clear()
    setAsking(false)
    onClose()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onInput={noteChange}
      onKeyDown={keyDown}
      onCancel={stayOpenIfNeeded}
      onClose={closed}
      className={size === 'regular' ? 'dialog' : `dialog dialog-${size}`}
    >
      {open && (
        <div className={size === 'wide' ? 'flex h-full flex-col p-5 sm:p-6' : 'p-5 sm:p-6'}>
          <h2 ref={heading} id={titleId} className="line-clamp-3 text-lg font-semibold break-words outline-none">
            {title}
          </h2>
          <div className={size === 'wide' ? 'mt-3 flex min-h-0 flex-1 flex-col' : 'mt-3'}>{children}</div>
          {asking && <DiscardQuestion onDiscard={() => dialog.current?.close()} onKeep={() => setAsking(false)} />}
        </div>
      )}
    </dialog>
  )
}

/** Focuses the heading when the next step removes the focused element, such as the button that led to it. */
function useFocusWhenLost(open: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const dialog = heading.current?.closest('dialog')
    if (!open || !dialog) return
    const steps = new MutationObserver(() => {
      if (document.activeElement !== document.body || !heading.current) return
      // Focusable only now: a dialog that opens would focus it instead of its first field.
      heading.current.tabIndex = -1
      heading.current.focus()
    })
    steps.observe(dialog, { childList: true, subtree: true })
    return () => steps.disconnect()
  }, [open])
  return heading
}

/** Sticky at the bottom of the dialog. The safe choice has focus, and Escape chooses it. */
function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  const titleId = useId()
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    keep.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <div role="alertdialog" aria-labelledby={titleId} className="dialog-question">
      <p id={titleId} className="text-sm font-semibold text-ink">
        Discard what you typed?
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" size="small" onClick={onDiscard}>
          Discard
        </Button>
        <Button ref={keep} look="secondary" size="small" onClick={onKeep}>
          Keep editing
        </Button>
      </div>
    </div>
  )
}

/** Buttons at the bottom of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="dialog-actions mt-6 flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse max-sm:items-stretch">
      {children}
    </div>
  )
}
