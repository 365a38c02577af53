import { Button, buttonClass } from '@sherpa/ui/button'
import { Logo } from '@sherpa/ui/logo'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useWhenOnline } from '../data/when-online.ts'
import { sitePages } from '../settings.ts'
import { ScreenHeading } from './screen-heading.tsx'

/** Error boundary. Also shown if a script fails to load, for example one of an older release. */
export function CrashScreen() {
  const error = useRouteError()
  useEffect(() => console.error('A screen could not be shown.', error), [error])
  useWhenOnline(() => window.location.reload())
  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center bg-ground px-5 py-12">
      <div className="w-full max-w-md text-center">
        <p className="mb-8 flex justify-center text-ink">
          <Logo />
        </p>
        <div className="flex justify-center">
          <ScreenHeading title="Something went wrong" />
        </div>
        <p className="mt-3">
          Check your connection and reload the page. Sherpa may also have been updated. Everything you saved is safe.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button onClick={() => window.location.reload()}>Reload page</Button>
          <a href={sitePages.contact} className={buttonClass({ look: 'secondary' })}>
            Contact us
          </a>
        </div>
      </div>
    </main>
  )
}
