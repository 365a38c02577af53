import { labels } from '@sherpa/contracts/labels'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { logOut } from '../session/session.ts'
import { useAccount } from './account-context.ts'
import { Avatar } from './avatar.tsx'
import { accountLinks, useWorkspace } from './workspace.ts'

/** The account menu at the end of the sidebar. */
export function AccountMenu() {
  const { user } = useAccount()
  const { organization, isStaff } = useWorkspace()
  return (
    <MenuButton
      opens="above"
      buttonClass="flex w-full cursor-pointer items-center gap-2.5 rounded-md p-2 text-left transition-colors hover:bg-side-on aria-expanded:bg-side-on"
      label={
        <>
          <Avatar name={user.name} />
          <span className="min-w-0 flex-1">
            <span className="sr-only">Account of </span>
            <span className="block truncate text-sm font-medium text-white">{user.name}</span>
            <span className="block truncate text-xs text-side-dim">
              {organization ? labels[organization.kind].roles[organization.role] : isStaff ? 'Staff' : user.email}
            </span>
          </span>
        </>
      }
    >
      <AccountChoices />
    </MenuButton>
  )
}

export function AccountChoices() {
  return (
    <>
      {accountLinks.map(({ to, label, icon }) => (
        <Link key={to} to={to} className={menuItemClass}>
          <ToolIcon name={icon} />
          {label}
        </Link>
      ))}
      <Link to="#keys" className={`${menuItemClass} max-md:hidden`}>
        <ToolIcon name="more" />
        Keyboard shortcuts
      </Link>
      <button type="button" onClick={() => void logOut()} className={menuItemClass}>
        <ToolIcon name="leave" />
        Log out
      </button>
    </>
  )
}
