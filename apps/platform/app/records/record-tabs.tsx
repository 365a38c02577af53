import { NavLink, useLocation } from 'react-router'
import { useCurrentTabInSight } from '../frame/current-tab.ts'
import { tabClass, tabStripClass } from '../frame/tabs.ts'

type RecordTab = { path: string; name: string; count?: number | undefined; isShown: boolean }

/** Tabs below the header of a record, with addresses of their own. */
export function RecordTabs({ record, tabs }: { record: string; tabs: readonly RecordTab[] }) {
  const { pathname } = useLocation()
  const row = useCurrentTabInSight<HTMLElement>(pathname)
  return (
    <nav ref={row} aria-label="Record" className={`record-tabs ${tabStripClass} border-b border-line`}>
      {tabs.map(
        ({ path, name, count, isShown }) =>
          isShown && (
            <NavLink key={path} to={record + path} end preventScrollReset className={tabClass}>
              {name}
              {count !== undefined && count > 0 && (
                <span className="ml-1.5 text-xs font-normal text-grey tabular-nums">{count}</span>
              )}
            </NavLink>
          ),
      )}
    </nav>
  )
}
