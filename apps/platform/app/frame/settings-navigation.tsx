import { NavLink } from 'react-router'
import { tabClass, tabsClass } from './tabs.ts'
import { useWorkspace } from './workspace.ts'

/** The second navigation, beside an organization's own matters; where there is no room for that, a row of tabs above them. */
export function SettingsNavigation() {
  const { settings } = useWorkspace()
  return (
    <nav aria-label="Settings" className="settings-navigation print:hidden">
      <ul className={`${tabsClass} lg:flex-col lg:gap-px lg:border-0 lg:p-0`}>
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
