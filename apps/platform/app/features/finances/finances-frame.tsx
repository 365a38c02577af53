import { totalInWords } from '@sherpa/contracts/list'
import type { ComponentProps, ReactNode } from 'react'
import { Navigate, NavLink, useLocation } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { useCurrentTabInSight } from '../../frame/current-tab.ts'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { SectionMenu } from '../../frame/section-menu.tsx'
import { tabClass, tabsClass } from '../../frame/tabs.ts'
import { useIsCountedAbove } from '../../list/list-address.ts'
import { ListHead } from '../../list/list-head.tsx'

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
const athleteTabs: readonly string[] = ['', '/statements', '/forecast', '/payments', '/receipts']

/** Reserves the height of actions that load. */
export const reservedActions = <span className="h-9 max-md:h-11" />

export function FinancesFrame({
  actions,
  children,
  ...head
}: Pick<ComponentProps<typeof FinancesHead>, 'isEmpty' | 'isTall'> & { actions?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <FinancesHead add={actions} {...head} />
      {children}
    </div>
  )
}

/** The head of a finance screen, with links to the others: tabs, or on phones a menu. The count belongs to its tab. */
export function FinancesHead({
  count,
  isEmpty = false,
  ...parts
}: Omit<ComponentProps<typeof ListHead>, 'title' | 'within' | 'lead'> & {
  /** Nothing to record yet, so no need for a second factor. */
  isEmpty?: boolean
}) {
  const { id, name, role } = useOrganization()
  const { pathname } = useLocation()
  const row = useCurrentTabInSight<HTMLElement>(pathname)
  const isAthlete = role === 'athlete'
  const isCountedAbove = useIsCountedAbove()
  const finances = `/organizations/${id}/finances`
  if (isAthlete && !athleteTabs.includes(/^\/\w+/.exec(pathname.slice(finances.length))?.[0] ?? '')) {
    return <Navigate to={finances} replace />
  }
  const counted = count && !isEmpty && !isCountedAbove && (
    <span className="ml-1.5 text-xs font-normal text-grey tabular-nums">{totalInWords(count)}</span>
  )
  const shown = isAthlete ? athleteTabs.flatMap((path) => tabs.filter((tab) => tab.path === path)) : tabs
  return (
    <>
      <ListHead
        title={isAthlete ? 'My money' : 'Finances'}
        within={name}
        lead={
          <SectionMenu
            label="Finances"
            count={counted}
            sections={shown.map((tab) => ({ name: tab.name, to: finances + tab.path }))}
          />
        }
        {...parts}
      />
      {!isEmpty && <SecondFactorNotice of="money.edit" />}
      <nav ref={row} aria-label="Finances" className={`${tabsClass} max-md:hidden`}>
        {shown.map(({ path, name }) => (
          <NavLink key={path} to={finances + path} end={path === ''} className={tabClass}>
            {name}
            {pathname === finances + path && counted}
          </NavLink>
        ))}
      </nav>
    </>
  )
}
