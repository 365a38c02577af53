import { type ReactNode, StrictMode, useEffect } from 'react'
import { Provider } from 'react-redux'
import type { RouteObject } from 'react-router'
import { CrashScreen } from './frame/crash-screen.tsx'
import { Root } from './frame/root.tsx'
import { ShellSkeleton } from './frame/shell-skeleton.tsx'
import { routes } from './routes.ts'
import { store } from './store.ts'

export const appRoutes: RouteObject[] = [
  { Component: Root, ErrorBoundary: CrashScreen, HydrateFallback: ShellSkeleton, children: routes },
]

/** Before this browser's session is taken up: what the prerendered screens were drawn from. */
const signedOutState = store.getState()

/** What is around the router, the same in the prerendered HTML and in the browser. */
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

/** Tells the page that React has taken over: buttons that were pressed before are pressed again, and the session's mark is not needed any more. */
function ReadyNotice() {
  useEffect(() => {
    delete document.documentElement.dataset.session
    window.dispatchEvent(new Event('hydrated'))
  }, [])
  return null
}
