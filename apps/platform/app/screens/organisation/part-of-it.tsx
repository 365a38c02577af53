import { roles } from '@sherpa/contracts/organisation'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import { useAccount, useOrganisation } from '../../frame/account-context.ts'
import { LeavePanel } from '../people/leave-panel.tsx'

/** For people whose role asks nothing of them here: they are in, and that is all there is to do. */
export function PartOfIt() {
  const { user } = useAccount()
  const { name, role } = useOrganisation()
  return (
    <>
      <Panel
        title="You are all set"
        lead={`You belong to ${name} as ${roles[role]}, and your account is ready. There is nothing you need to do: the people who run ${name} take it from here, and write to ${user.email} when they need you.`}
      >
        {!user.secondFactor && (
          <p className="text-sm">
            One thing is worth a minute:{' '}
            <Link to="/account/security" className={textLinkClass}>
              protect your account with a second step
            </Link>
            .
          </p>
        )}
      </Panel>
      <LeavePanel isOnlyOwner={false} />
    </>
  )
}
