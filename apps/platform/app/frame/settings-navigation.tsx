import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { tabClass, tabsClass } from './tabs.ts'
import { useWorkspace } from './workspace.ts'

/** So much of the tab before the current one stays in sight, where tabs scroll sideways. */
const PEEK_PX = 64

/** The second navigation, beside an organization's own matters; where there is no room for that, a row of tabs above them. */
export function SettingsNavigation() {
  const { settings } = useWorkspace()
  const { pathname } = useLocation()
  const tabs = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has another tab
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current]')
    if (tabs.current && current) tabs.current.scrollLeft = current.offsetLeft - tabs.current.offsetLeft - PEEK_PX
  }, [pathname])
  return (
    <nav aria-label="Settings" className="settings-navigation print:hidden">
      <ul ref={tabs} className={`${tabsClass} lg:flex-col lg:gap-px lg:border-0`}>
        {settings.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={`${tabClass} lg:flex lg:h-8 lg:items-center lg:rounded-sm lg:px-2.5 lg:after:hidden lg:hover:bg-hover lg:aria-[current]:bg-quiet`}
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
