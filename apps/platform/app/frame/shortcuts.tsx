import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { isSingleKey } from './single-keys.ts'
import { useOpenedByAddress } from './use-opened-by-address.ts'
import { useWorkspace } from './workspace.ts'

const KeysDialog = lazy(() => import('./keys-dialog.tsx'))

/** Keys of every screen: `?` lists them, `c` creates, `g` and a letter go to a section. */
export function Shortcuts({ onCreate }: { onCreate: () => void }) {
  const [isHelpOpen, setHelpOpen] = useOpenedByAddress('keys')
  const [isGoing, setGoing] = useState(false)
  const destinations = useDestinations()
  const navigate = useNavigate()

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Shift' || !isSingleKey(event)) return
      const key = event.key.toLowerCase()
      if (isGoing) {
        // The next key ends it, whatever it is. A row of a list must not take it.
        setGoing(false)
        event.stopPropagation()
        const destination = destinations.find((one) => one.key === key)
        if (destination) void navigate(destination.to)
      } else if (key === 'g') setGoing(true)
      else if (key === '?') setHelpOpen(true)
      else if (key === 'c') onCreate()
      else return
      event.preventDefault()
    }
    const stop = () => setGoing(false)
    document.addEventListener('keydown', onKeyDown, { capture: isGoing })
    document.addEventListener('pointerdown', stop)
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: isGoing })
      document.removeEventListener('pointerdown', stop)
    }
  })

  return (
    <>
      <div role="status">
        {isGoing && (
          <p className="list-bar flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-ink-raised px-4 py-2.5 text-sm text-white shadow-pop">
            <span className="font-semibold">Go to</span>
            {destinations.map(({ key, label }) => (
              <span key={key}>
                <kbd>{key.toUpperCase()}</kbd> {label}
              </span>
            ))}
          </p>
        )}
      </div>
      {isHelpOpen && (
        <Suspense>
          <KeysDialog destinations={destinations} onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export type Destination = { key: string; label: string; to: string }

function useDestinations(): Destination[] {
  const { work, settings } = useWorkspace()
  const [first] = settings
  return [
    ...work.flatMap(({ key, label, to }) => (key ? [{ key, label, to }] : [])),
    ...(first ? [{ key: 's', label: 'Settings', to: first.to }] : []),
  ]
}
