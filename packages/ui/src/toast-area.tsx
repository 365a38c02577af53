import { useEffect, useState, useSyncExternalStore } from 'react'
import { messageLooks } from './message-box.tsx'

/** Time to read two short sentences. */
const TOAST_MS = 6000

/** Optional action, such as Undo. */
type ToastAction = { label: string; act: () => void }
type Toast = { id: number; kind: 'success' | 'error'; text: string; action: ToastAction | undefined }

let shown: readonly Toast[] = []
let nextId = 1
const watchers = new Set<() => void>()

function show(toasts: readonly Toast[]) {
  shown = toasts
  for (const watcher of watchers) watcher()
}

export function showToast(kind: Toast['kind'], text: string, action?: ToastAction) {
  show([...shown, { id: nextId++, kind, text, action }])
}

function dismiss(id: number) {
  show(shown.filter((toast) => toast.id !== id))
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const none: readonly Toast[] = []

const places = {
  top: 'top-20',
  /** Avoids covering headings and forms at the top. */
  bottom: 'bottom-(--toast-bottom,1rem)',
}

/** Toasts at the right edge. Always rendered, because screen readers announce only changes in an existing live region. */
export function ToastArea({ place = 'top' }: { place?: keyof typeof places }) {
  const toasts = useSyncExternalStore(
    watch,
    () => shown,
    () => none,
  )
  return (
    <div
      role="status"
      aria-label="Notifications"
      className={`pointer-events-none fixed right-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-3 ${places[place]}`}
    >
      {toasts.map((toast) => (
        <ToastMessage key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastMessage({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(dismiss, TOAST_MS, toast.id)
    return () => clearTimeout(timer)
  }, [held, toast.id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer; the button is the control
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`toast pointer-events-auto flex items-start gap-3 rounded-md border p-4 text-sm font-medium shadow-soft ${messageLooks[toast.kind]}`}
    >
      <p className="min-w-0 flex-1 break-words">{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            dismiss(toast.id)
            toast.action?.act()
          }}
          className="-my-2.5 min-h-11 shrink-0 cursor-pointer rounded-sm px-1 font-semibold underline underline-offset-4"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismiss(toast.id)}
        className="-m-2.5 grid size-11 shrink-0 cursor-pointer place-items-center rounded-sm"
      >
        <svg aria-hidden="true" viewBox="0 0 20 20" className="size-4 stroke-current" strokeWidth="2">
          <path d="m4 4 12 12M16 4 4 16" />
        </svg>
      </button>
    </div>
  )
}
