import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'

export function DealNotFound() {
  const { id } = useOrganization()
  return (
    <div className="flex flex-col items-start gap-4">
      <ScreenHeading title="Deal not found" />
      <p className="max-w-[60ch]">This deal was removed, or you don’t have access to it.</p>
      <Link to={`/organizations/${id}/deals`} className={buttonClass({ look: 'secondary' })}>
        Go to deals
      </Link>
    </div>
  )
}
