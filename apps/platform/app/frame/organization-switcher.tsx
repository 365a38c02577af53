import type { AccountOrganization } from '@sherpa/contracts/account'
import { roles } from '@sherpa/contracts/organization'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'

export function OrganizationSwitcher({
  organizations,
  current,
}: {
  organizations: readonly AccountOrganization[]
  current: AccountOrganization | undefined
}) {
  if (!current) return null
  return (
    <MenuButton
      buttonClass="flex w-full cursor-pointer items-center gap-3 rounded-md border border-side-line bg-side-on px-3 py-2.5 text-left transition-colors hover:border-side-text"
      label={
        <>
          <span className="min-w-0 flex-1">
            <span className="sr-only">Switch organization. Current: </span>
            <span className="block truncate text-sm font-semibold text-white">{current.name}</span>
            <span className="block truncate text-xs text-side-text">{roles[current.role]}</span>
          </span>
          <ToolIcon name="chevrons" className="size-4 text-side-text" />
        </>
      }
    >
      <ul>
        {organizations.map(({ id, name, role }) => (
          <li key={id}>
            <Link
              to={`/organizations/${id}`}
              aria-current={id === current.id ? 'true' : undefined}
              className={menuItemClass}
            >
              <span className="min-w-0 flex-1">
                <span className="block break-words">{name}</span>
                <span className="block text-xs font-normal text-slate">{roles[role]}</span>
              </span>
              {id === current.id && <ToolIcon name="check" className="size-4" />}
            </Link>
          </li>
        ))}
        <li className="mt-1.5 border-t border-line pt-1.5">
          <Link to="/organizations/new" className={menuItemClass}>
            <ToolIcon name="plus" className="size-4" />
            New organization
          </Link>
        </li>
      </ul>
    </MenuButton>
  )
}
