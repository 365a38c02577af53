import { type ReactNode, StrictMode, useEffect } from 'react'
import { Provider } from 'react-redux'
import type { RouteObject } from 'react-router'
import { CrashScreen } from './frame/crash-screen.tsx'
import { Root } from './frame/root.tsx'
import { ShellSkeleton } from './frame/shell-skeleton.tsx'
import { keepFrames } from './load-screen.ts'
import { signedOutRoutes } from './signed-out-routes.ts'
import { store } from './store.ts'

export const ROOT = 'root'

export const appRoutes: [RouteObject & { children: RouteObject[] }] = [
  {
    id: ROOT,
    Component: Root,
    ErrorBoundary: CrashScreen,
    HydrateFallback: ShellSkeleton,
    children: keepFrames(signedOutRoutes),
  },
]

/** The state during prerendering, for hydration. */
const signedOutState = store.getState()

/** Providers around the router, identical in prerendering and the browser. */
export function WholeApp({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <Provider store={store} serverState={signedOutState}>
        {children}
        <ReadyNotice />
      </Provider>
    </StrictMode>
  )
}

/** Signals hydration, so that the page replays earlier clicks. */
function ReadyNotice() {
  useEffect(() => {
    delete document.documentElement.dataset.session
    window.dispatchEvent(new Event('hydrated'))
  }, [])
  return null
}
