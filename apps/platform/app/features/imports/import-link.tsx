import { buttonClass } from '@sherpa/ui/button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'

/** `to`: below the organization's address. */
export function ImportLink({ to }: { to: string }) {
  const { id } = useOrganization()
  return (
    <Link to={`/organizations/${id}/${to}`} className={buttonClass({ look: 'secondary', size: 'small' })}>
      <ToolIcon name="upload" />
      Import
    </Link>
  )
}
