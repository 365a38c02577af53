import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link, NavLink } from 'react-router'
import { AccountMenu } from './account-menu.tsx'
import { isAlone } from './navigation-links.ts'
import { NeedsBadge } from './needs-badge.tsx'
import { PinnedViews } from './pinned-views.tsx'
import { useWorkspace } from './workspace.ts'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

const linkClass =
  'group flex h-8 items-center gap-2.5 rounded-sm px-2 font-medium transition-colors hover:bg-side-on hover:text-white aria-[current]:bg-side-on aria-[current]:text-white'
const iconClass = 'size-4 text-side-dim group-hover:text-white group-aria-[current]:text-white'

/** Work sections, settings and account. */
export function Sidebar() {
  const { work } = useWorkspace()
  return (
    <div className="flex h-full flex-col p-2">
      <WorkspaceSwitcher />
      <div className="mt-3 min-h-0 flex-1 overflow-y-auto">
        <nav aria-label="Main">
          <ul className="flex flex-col gap-px">
            {work.map((link) => (
              <li key={link.to}>
                <NavLink to={link.to} end={isAlone(link, work)} className={linkClass}>
                  <ToolIcon name={link.icon} className={iconClass} />
                  {link.label}
                  {link.icon === 'home' && <NeedsBadge className="ml-auto" />}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <PinnedViews />
      </div>
      <SettingsLink />
      <div className="mt-1 border-t border-side-line pt-1">
        <AccountMenu />
      </div>
    </div>
  )
}

/** Links to the first settings section. If it is the only one, its own label is used. */
function SettingsLink() {
  const { settings, isOnSettings, hasSettingsArea } = useWorkspace()
  const [first] = settings
  if (!first) return null
  const { label, icon } = hasSettingsArea ? ({ label: 'Settings', icon: 'settings' } as const) : first
  return (
    <nav aria-label="Organization">
      <Link
        to={first.to}
        aria-current={isOnSettings ? (hasSettingsArea ? 'true' : 'page') : undefined}
        className={linkClass}
      >
        <ToolIcon name={icon} className={iconClass} />
        {label}
      </Link>
    </nav>
  )
}
