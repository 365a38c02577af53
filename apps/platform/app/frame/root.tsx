import { ToastArea } from '@sherpa/ui/toast-area'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'

export function Root() {
  const { state } = useNavigation()
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <div role="status">{state === 'loading' && <NavigationProgress />}</div>
      <Outlet />
      <ToastArea place="bottom" />
      <ScrollRestoration />
    </>
  )
}

/** A progress bar at the top while the next screen loads, with a delay (frame.css). */
function NavigationProgress() {
  return (
    <div className="navigation-progress">
      <span className="sr-only">Loading…</span>
    </div>
  )
}
