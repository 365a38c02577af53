import { accountsApi } from '@sherpa/api-client/accounts'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { stateOf } from '../data/query-state.ts'
import { withNext } from '../session/next-address.ts'
import { signedInRoutes } from '../signed-in-routes.ts'
import { useAppSelector } from '../store.ts'
import { AccountContext } from './account-context.ts'
import { Loaded } from './loaded.tsx'
import { OfflineNote } from './offline-note.tsx'
import { preloadScreens } from './preload-screens.ts'
import { ScreenHeading } from './screen-heading.tsx'
import { useScreenPlace } from './screen-place.ts'
import { SettingsNavigation } from './settings-navigation.tsx'
import { MarkAlone } from './shell-skeleton.tsx'
import { Sidebar } from './sidebar.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { TrialStrip } from './trial-strip.tsx'
// Loaded with the frame: without a connection it is too late.
import './unloaded-screen.tsx'
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx'
import { useWorkspace } from './workspace.ts'

/** Not needed to show a screen. Without it, nothing is kept. */
const UnsentText = lazy(() => import('../drafts/unsent-text.tsx').catch(() => ({ default: () => null })))

/** Layout of screens that need an account. Redirects to log-in and back. */
export function Component() {
  const { pathname, search, hash } = useLocation()
  const isSignedIn = useAppSelector(({ auth }) => auth.token !== null)
  const wasSignedIn = useRef(isSignedIn)
  if (isSignedIn) return <AccountFrame />
  const notice = wasSignedIn.current ? 'You were logged out. Log in again to continue.' : undefined
  return <Navigate to={withNext('/login', pathname + search + hash)} state={{ notice }} replace />
}

/** The frame renders at once; its content waits for the account. */
function AccountFrame() {
  const account = accountsApi.useAccountQuery()
  const isKnown = account.currentData !== undefined
  return (
    <AccountContext value={account.currentData}>
      <div className="signed-in bg-ground">
        <aside aria-label="Navigation" className="side on-side">
          {isKnown ? <Sidebar /> : <MarkAlone />}
        </aside>
        <div className="flex min-w-0 flex-col">
          <header className="frame-bar">{isKnown && <TopBar />}</header>
          <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-edge pt-4 pb-12 md:pt-5">
            <OfflineNote />
            <Suspense fallback={null}>{isKnown && <UnsentText />}</Suspense>
            {stateOf(account) === 'failed' && <ScreenHeading title="Your account can’t be loaded" />}
            <Loaded query={account}>{() => <Screen />}</Loaded>
          </main>
        </div>
        {isKnown && <TabBar />}
        <UnsavedChangesGuard />
      </div>
    </AccountContext>
  )
}

/** Main screens and their records, unless the reader saves data. */
function usePreloadedScreens() {
  const { work } = useWorkspace()
  const addresses = work.flatMap(({ to }) => [to, `${to}/-`]).join(' ')
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (!connection?.saveData) void preloadScreens(signedInRoutes, addresses.split(' '))
  }, [addresses])
}

function Screen() {
  const { place } = useScreenPlace()
  const { isOnSettings, hasSettingsArea } = useWorkspace()
  usePreloadedScreens()
  const screen = (
    <div className={`flex min-w-0 flex-col gap-7 ${place?.narrow ? 'max-w-200' : ''}`}>
      <Outlet />
    </div>
  )
  if (!isOnSettings || !hasSettingsArea) {
    return (
      <>
        <TrialStrip />
        {screen}
      </>
    )
  }
  return (
    <div className="settings-area">
      <SettingsNavigation />
      {screen}
    </div>
  )
}
