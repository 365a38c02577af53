import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'

/**
 * A modal dialog of the browser, which closes with Escape, keeps focus inside and gives it back. What it holds is there only while it is
 * open. While a button in it is busy it stays open: people would not see how the work ended.
 */
export function Dialog({
  open,
  title,
  onClose,
  children,
}: {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
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

  function stayOpenWhileBusy(event: SyntheticEvent) {
    if (dialog.current?.querySelector('button[aria-busy=true]')) event.preventDefault()
  }

  // After a few times browsers no longer let a page refuse to "cancel": Escape is stopped before it becomes one.
  function keyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') stayOpenWhileBusy(event)
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onKeyDown={keyDown}
      onCancel={stayOpenWhileBusy}
      onClose={onClose}
      className="dialog"
    >
      {open && (
        <div className="p-5 sm:p-6">
          <h2 id={titleId} className="line-clamp-3 text-lg font-semibold break-words">
            {title}
          </h2>
          <div className="mt-3">{children}</div>
        </div>
      )}
    </dialog>
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
