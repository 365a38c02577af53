import { accountsApi } from '@sherpa/api-client/accounts'
import { Logo } from '@sherpa/ui/logo'
import { useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { stateOf } from '../data/query-state.ts'
import { withNext } from '../session/next-address.ts'
import { useAppSelector } from '../store.ts'
import { AccountContext } from './account-context.ts'
import { Breadcrumbs, useCrumbs } from './breadcrumbs.tsx'
import { Loaded } from './loaded.tsx'
import { ScreenHeading } from './screen-heading.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** Around every screen that needs an account. Whoever is not signed in logs in first, and then comes back. */
export function Component() {
  const { pathname, search, hash } = useLocation()
  const isSignedIn = useAppSelector(({ auth }) => auth.token !== null)
  const wasSignedIn = useRef(isSignedIn)
  if (isSignedIn) return <AccountFrame />
  const notice = wasSignedIn.current ? 'You were logged out. Log in again to continue.' : undefined
  return <Navigate to={withNext('/login', pathname + search + hash)} state={{ notice }} replace />
}

function AccountFrame() {
  const account = accountsApi.useAccountQuery()
  return (
    <AccountContext value={account.currentData}>
      <div className="flex min-h-dvh flex-col bg-ground lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
        <aside className="on-side hidden lg:block">
          <div className="sticky top-0 h-dvh">{account.currentData ? <Sidebar /> : <LogoAlone />}</div>
        </aside>
        <TopBar place={account.currentData ? <PlaceInBar /> : null}>{account.currentData && <Sidebar />}</TopBar>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1">
          <div className="mx-auto flex max-w-[68rem] flex-col gap-6 px-4 py-8 sm:px-8 lg:px-12 lg:py-12">
            {account.currentData && <PlaceAbove />}
            {stateOf(account) === 'failed' && <ScreenHeading title="Your account can’t be loaded" />}
            <Loaded query={account}>{() => <Outlet />}</Loaded>
          </div>
        </main>
      </div>
    </AccountContext>
  )
}

/** On small screens, the bar says where one is. */
function PlaceInBar() {
  const crumbs = useCrumbs()
  return crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />
}

/** On large ones it stands above the heading, unless it would only repeat that. */
function PlaceAbove() {
  const crumbs = useCrumbs()
  if (crumbs.length < 2) return null
  return (
    <div className="-mb-4 max-lg:hidden">
      <Breadcrumbs crumbs={crumbs} />
    </div>
  )
}

function LogoAlone() {
  return (
    <p className="px-6 pt-6 text-white">
      <Logo />
    </p>
  )
}
