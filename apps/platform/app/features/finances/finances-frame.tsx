import type { ReactNode } from 'react'
import { Navigate, NavLink, useLocation } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { useCurrentTabInSight } from '../../frame/current-tab.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { tabClass, tabsClass } from '../../frame/tabs.ts'

const tabs = [
  { path: '', name: 'Overview' },
  { path: '/forecast', name: 'Forecast' },
  { path: '/payments', name: 'Payments' },
  { path: '/receipts', name: 'Receipts' },
  { path: '/fees', name: 'Fees' },
  { path: '/expenses', name: 'Expenses' },
  { path: '/payables', name: 'Payables' },
  { path: '/statements', name: 'Statements' },
  { path: '/ledger', name: 'Ledger' },
]
const athleteTabs: readonly string[] = ['/statements', '/forecast', '/payments', '/receipts']

/** Reserves the height of actions that load. */
export const reservedActions = <span className="h-9 max-md:h-11 max-md:w-full" />

export function FinancesFrame({ actions, children }: { actions?: ReactNode; children?: ReactNode }) {
  const { id, name, role } = useOrganization()
  const { pathname } = useLocation()
  const row = useCurrentTabInSight<HTMLElement>(pathname)
  const isAthlete = role === 'athlete'
  const finances = `/organizations/${id}/finances`
  if (isAthlete && !athleteTabs.some((path) => pathname.startsWith(finances + path))) {
    return <Navigate to={`${finances}/statements`} replace />
  }
  const shown = isAthlete ? athleteTabs.flatMap((path) => tabs.filter((tab) => tab.path === path)) : tabs
  return (
    <>
      <ScreenHeading title={isAthlete ? 'My money' : 'Finances'} within={name} actions={actions} />
      <SecondFactorNotice of="money.edit" />
      <div className="flex flex-col gap-3">
        <nav ref={row} aria-label="Finances" className={tabsClass}>
          {shown.map(({ path, name }) => (
            <NavLink key={path} to={finances + path} end={path === ''} className={tabClass}>
              {name}
            </NavLink>
          ))}
        </nav>
        {children}
      </div>
    </>
  )
}
