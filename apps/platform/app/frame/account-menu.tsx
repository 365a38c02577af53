import type { User } from '@sherpa/contracts/account'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { logOut } from '../session/session.ts'
import { initialsOf } from './initials.ts'

export function AccountMenu({ user }: { user: User }) {
  return (
    <MenuButton
      opens="above"
      buttonClass="flex w-full cursor-pointer items-center gap-3 rounded-md px-2 py-2 text-left transition-colors hover:bg-side-on"
      label={
        <>
          <span
            aria-hidden="true"
            className="grid size-9 shrink-0 place-items-center rounded-full bg-glacier text-xs font-semibold text-white"
          >
            {initialsOf(user.name)}
          </span>
          <span className="min-w-0 flex-1">
            <span className="sr-only">Account of </span>
            <span className="block truncate text-sm font-semibold text-white">{user.name}</span>
            <span className="block truncate text-xs text-side-text">{user.email}</span>
          </span>
          <ToolIcon name="chevrons" className="size-4 text-side-text" />
        </>
      }
    >
      <Link to="/account" className={menuItemClass}>
        <ToolIcon name="account" className="size-4" />
        Your account
      </Link>
      <Link to="/account/security" className={menuItemClass}>
        <ToolIcon name="permissions" className="size-4" />
        Security
      </Link>
      <button type="button" onClick={() => void logOut()} className={menuItemClass}>
        <ToolIcon name="leave" className="size-4" />
        Log out
      </button>
    </MenuButton>
  )
}
