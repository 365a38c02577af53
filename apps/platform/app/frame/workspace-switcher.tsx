import { labels } from '@sherpa/contracts/labels'
import { LogoMark } from '@sherpa/ui/logo'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAccount } from './account-context.ts'
import { staffLink, useWorkspace } from './workspace.ts'

const STAFF = 'Sherpa staff'

/** Switches between organizations. Without one, shows only the logo. */
export function WorkspaceSwitcher() {
  const { organization, isStaff } = useWorkspace()
  const name = organization?.name ?? (isStaff ? STAFF : undefined)
  if (!name) {
    return (
      <Link to="/" className="flex h-10 items-center gap-2.5 rounded-md px-2 hover:bg-side-on">
        <Mark />
        <span className="font-semibold text-white">Sherpa</span>
      </Link>
    )
  }
  return (
    <MenuButton
      buttonClass="flex h-10 w-full cursor-pointer items-center gap-2.5 rounded-md px-2 text-left transition-colors hover:bg-side-on aria-expanded:bg-side-on"
      label={
        <>
          <Mark />
          <span className="min-w-0 flex-1 truncate font-semibold tracking-[-0.01em] text-white">
            <span className="sr-only">Switch organization. Current: </span>
            {name}
          </span>
          <ToolIcon name="chevrons" className="size-4 text-side-dim" />
        </>
      }
    >
      <Workspaces />
    </MenuButton>
  )
}

function Mark() {
  return (
    <span className="grid size-6 shrink-0 place-items-center rounded-sm bg-side-on text-white">
      <LogoMark className="size-[1.0625rem]" />
    </span>
  )
}

/** All organizations of the reader, and "New organization". */
export function Workspaces() {
  const { user, organizations } = useAccount()
  const { organization: current, isStaff } = useWorkspace()
  return (
    <ul>
      {organizations.map(({ id, name, kind, role }) => (
        <Workspace key={id} to={`/organizations/${id}`} about={labels[kind].roles[role]} isCurrent={id === current?.id}>
          {name}
        </Workspace>
      ))}
      {user.staff && (
        <Workspace to={staffLink.to} about={staffLink.about} isCurrent={isStaff}>
          {STAFF}
        </Workspace>
      )}
      <li className="mt-1.5 border-t border-line pt-1.5">
        <Link to="/organizations/new" className={menuItemClass}>
          <ToolIcon name="plus" className="size-4" />
          New organization
        </Link>
      </li>
    </ul>
  )
}

function Workspace({
  to,
  about,
  isCurrent,
  children,
}: {
  to: string
  about: ReactNode
  isCurrent: boolean
  children: string
}) {
  return (
    <li>
      <Link to={to} aria-current={isCurrent ? 'true' : undefined} className={menuItemClass}>
        <span className="min-w-0 flex-1">
          <span className="block break-words">{children}</span>
          <span className="block text-xs font-normal text-grey">{about}</span>
        </span>
        {isCurrent && <ToolIcon name="check" className="size-4" />}
      </Link>
    </li>
  )
}
