import { Logo } from '@sherpa/ui/logo'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link, NavLink, useParams } from 'react-router'
import { useAccount } from './account-context.ts'
import { AccountMenu } from './account-menu.tsx'
import { lastOrganization } from './last-organization.ts'
import { sectionsFor } from './organization-sections.ts'
import { OrganizationSwitcher } from './organization-switcher.tsx'

const linkClass =
  'flex min-h-11 items-center gap-3 rounded-md px-3 py-2 text-sm font-medium transition-colors hover:bg-side-on hover:text-white aria-[current]:bg-side-on aria-[current]:text-white'

/** Where one is, where one can go, and who one is. */
export function Sidebar() {
  const { user, organizations } = useAccount()
  const { organization: addressed } = useParams()
  // On screens that belong to no organization, such as the account's, the way back leads to where one worked last.
  const current = organizations.find(({ id }) => id === addressed) ?? lastOrganization(organizations)

  return (
    <div className="flex min-h-full flex-col gap-6 p-4 lg:h-full">
      <Link to="/" className="self-start rounded-sm px-2 pt-2 text-white">
        <Logo />
      </Link>
      <OrganizationSwitcher organizations={organizations} current={current} />
      <nav aria-label="Main" className="flex-1">
        <ul className="flex flex-col gap-1">
          {current &&
            sectionsFor(current.permissions).map(({ path, label, icon }) => (
              <li key={path}>
                <NavLink to={`/organizations/${current.id}${path && `/${path}`}`} end className={linkClass}>
                  <ToolIcon name={icon} />
                  {label}
                </NavLink>
              </li>
            ))}
          {user.staff && (
            <li className="mt-3 border-t border-side-line pt-4">
              <NavLink to="/staff" className={linkClass}>
                <ToolIcon name="staff" />
                Staff
              </NavLink>
            </li>
          )}
        </ul>
      </nav>
      <AccountMenu user={user} />
    </div>
  )
}
