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
 * A modal dialog of the browser, which closes with Escape, keeps focus inside and gives it back. What it holds is there only while it is
 * open. While a button in it is busy it stays open: people would not see how the work ended. After something was changed in a form,
 * Escape asks first.
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
  /** Wide: all the height there is, for a document. */
  size?: 'regular' | 'wide'
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  /** The fields that were changed. Those of a step that is over are no longer there. */
  const changed = useRef(new Set<Element>())
  const [asking, setAsking] = useState(false)
  const titleId = useId()
  useEffect(() => {
    if (!open) {
      dialog.current?.close()
      return
    }
    dialog.current?.showModal()
    // The browser would begin at the first of several choices, and a space would take it.
    dialog.current?.querySelector<HTMLInputElement>('input[type=radio]:checked')?.focus()
  }, [open])

  function noteChange({ target }: FormEvent) {
    if (target instanceof Element && target.closest('form')) changed.current.add(target)
  }

  /** Not in a dialog that was opened inside this one, whose events come by here as well. */
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

  // After a few times browsers no longer let a page refuse to "cancel": Escape is stopped before it becomes one.
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
      className={size === 'wide' ? 'dialog dialog-wide' : 'dialog'}
    >
      {open && (
        <div className={size === 'wide' ? 'flex h-full flex-col p-5 sm:p-6' : 'p-5 sm:p-6'}>
          <h2 id={titleId} className="line-clamp-3 text-lg font-semibold break-words">
            {title}
          </h2>
          <div className={size === 'wide' ? 'mt-3 flex min-h-0 flex-1 flex-col' : 'mt-3'}>{children}</div>
          {asking && <DiscardQuestion onDiscard={() => dialog.current?.close()} onKeep={() => setAsking(false)} />}
        </div>
      )}
    </dialog>
  )
}

/** Stands at the lower edge of the dialog, whatever part of it is in sight. The safe answer has the focus, and Escape is the same. */
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

/** The way out and the way on, at the foot of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="dialog-actions mt-6 flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse max-sm:items-stretch">
      {children}
    </div>
  )
}
