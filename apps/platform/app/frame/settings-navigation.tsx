import { NavLink, useLocation } from 'react-router'
import { useCurrentTabInSight } from './current-tab.ts'
import { tabClass, tabsClass } from './tabs.ts'
import { useWorkspace } from './workspace.ts'

/** Navigation of the settings: groups in a column, or one row of tabs on narrow screens. */
export function SettingsNavigation() {
  const { settings } = useWorkspace()
  const { pathname } = useLocation()
  const tabs = useCurrentTabInSight<HTMLDivElement>(pathname)
  return (
    <nav aria-label="Settings" className="settings-navigation print:hidden">
      <div ref={tabs} className={`${tabsClass} min-[72rem]:flex-col min-[72rem]:border-0`}>
        {[...new Set(settings.map(({ group }) => group))].map((group) => (
          <div key={group} className="contents min-[72rem]:block">
            <p aria-hidden="true" className="hidden px-2.5 pb-1 text-xs text-grey min-[72rem]:block">
              {group}
            </p>
            <ul aria-label={group} className="contents min-[72rem]:flex min-[72rem]:flex-col min-[72rem]:gap-px">
              {settings.map(
                ({ to, label, group: own }) =>
                  own === group && (
                    <li key={to}>
                      <NavLink
                        to={to}
                        className={`${tabClass} min-[72rem]:flex min-[72rem]:h-8 min-[72rem]:items-center min-[72rem]:rounded-sm min-[72rem]:px-2.5 min-[72rem]:after:hidden min-[72rem]:hover:bg-hover min-[72rem]:aria-[current]:bg-quiet`}
                      >
                        {label}
                      </NavLink>
                    </li>
                  ),
              )}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
