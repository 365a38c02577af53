import { Button } from '@sherpa/ui/button'
import { type ComponentType, useEffect, useState } from 'react'
import { useWhenOnline } from '../data/when-online.ts'
import { useIsOnline } from './offline-note.tsx'
import { ScreenHeading } from './screen-heading.tsx'
import { useScreenPlace } from './screen-place.ts'

export type ScreenModule = { Component: ComponentType }

/** Stands for a screen whose scripts did not load, and shows it once they did. */
export function unloadedScreen(load: () => Promise<ScreenModule>): ScreenModule {
  return { Component: unloaded(async () => (await load()).Component, NotLoaded) }
}

/** The same for any component. */
export function unloaded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  NotLoaded: ComponentType<Props & { onRetry: () => void }>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function Unloaded(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const retry = () =>
      load().then(
        (component) => {
          loaded = component
          setLoaded(() => component)
        },
        (error) => console.warn('A script could not be loaded.', error),
      )
    useWhenOnline(() => void retry())
    // Shown again, the connection may have returned meanwhile.
    // biome-ignore lint/correctness/useExhaustiveDependencies: once
    useEffect(() => {
      if (!loaded && navigator.onLine) void retry()
    }, [])
    return Loaded ? <Loaded {...props} /> : <NotLoaded {...props} onRetry={() => void retry()} />
  }
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { place } = useScreenPlace()
  const isOnline = useIsOnline()
  return (
    <div className="flex flex-col items-start gap-4">
      <ScreenHeading title={place?.label ?? 'Sherpa'} />
      {isOnline ? (
        <>
          <p>This screen can’t be loaded. Check your connection and try again.</p>
          <Button look="secondary" onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        <p>You’re offline. This screen opens when the connection is back.</p>
      )}
    </div>
  )
}
