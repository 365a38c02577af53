import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'

/** Where money comes from, for empty screens. */
export function NewDealLink() {
  const { id, may } = useOrganization()
  if (!may('deals.edit')) return null
  return (
    <Link to={`/organizations/${id}/deals#new`} className={buttonClass({ size: 'small' })}>
      New deal
    </Link>
  )
}
