import { Button } from '@sherpa/ui/button'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { MessageBox } from '@sherpa/ui/message-box'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useIsOnline } from './offline-note.tsx'
import { Skeleton } from './skeleton.tsx'
import { unloaded } from './unloaded-screen.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/** Loads the script of each part; see `preloadScreens`. */
export const partsOnDemand = new Set<() => Promise<unknown>>()

/** A part of a screen whose script loads when it is first shown, or earlier while the browser is idle. */
export function lazyPart<Props extends object>(load: Load<Props>) {
  return onDemand(load, <Skeleton rows={3} />)
}

/** The form of a dialog. */
export function lazyForm<Props extends object>(load: Load<Props>) {
  return onDemand(async () => withFocus(await load()), <LoadingNote />)
}

function onDemand<Props extends object>(load: Load<Props>, fallback: ReactNode) {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => (loaded ??= await load())
  partsOnDemand.add(loadOnce)
  const Lazy = lazy<ComponentType<Props>>(async () => ({
    default: await loadOnce().catch(() => unloaded(loadOnce, NotLoaded)),
  }))
  return function OnDemand(props: Props) {
    // Without a loading state if it was preloaded.
    const [Part] = useState(() => loaded ?? Lazy)
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** A dialog focuses its first field when it opens. It had none then. */
function withFocus<Props extends object>(Form: ComponentType<Props>) {
  return function FirstFieldFocused(props: Props) {
    const form = useRef<HTMLDivElement>(null)
    useEffect(() => {
      if (!(document.activeElement instanceof HTMLDialogElement)) return
      const find = (fields: string) => form.current?.querySelector<HTMLElement>(fields)
      const first = find('input[type=radio]:checked') ?? find('input, select, textarea, button')
      first?.focus()
    }, [])
    return (
      <div ref={form}>
        <Form {...props} />
      </div>
    )
  }
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const isOnline = useIsOnline()
  if (!isOnline) return <p className="text-sm">You’re offline. This opens when the connection is back.</p>
  return (
    <div className="flex flex-col items-start gap-4">
      <MessageBox message={{ kind: 'error', text: 'This can’t be loaded. Check your connection and try again.' }} />
      <Button look="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
