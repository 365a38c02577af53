import { useSyncExternalStore } from 'react'

function watch(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

export const useIsOnline = () => useSyncExternalStore(watch, () => navigator.onLine)

/** Warns while the device is offline. */
export function OfflineNote() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className={isOnline ? 'sr-only' : 'mb-4'}>
      {!isOnline && (
        <p className="rounded-md border border-line bg-snow px-4 py-2.5 text-sm font-medium text-ink">
          You are offline. What you see may be out of date, and changes cannot be saved.
        </p>
      )}
    </div>
  )
}
