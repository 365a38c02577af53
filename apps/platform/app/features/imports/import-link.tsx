import { buttonClass } from '@sherpa/ui/button'
import { menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'

/** `to`: below the organization's address. */
export function ImportLink({ to, look = 'button' }: { to: string; look?: 'button' | 'item' }) {
  const { id } = useOrganization()
  return (
    <Link
      to={`/organizations/${id}/${to}`}
      className={look === 'item' ? menuItemClass : buttonClass({ look: 'secondary', size: 'small' })}
    >
      <ToolIcon name="upload" />
      Import
    </Link>
  )
}
