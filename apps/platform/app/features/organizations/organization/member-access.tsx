import { listInWords } from '@sherpa/contracts/list-in-words'
import { permissions as allPermissions } from '@sherpa/contracts/organization'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { useAccount, useLabels, useOrganization } from '../../../frame/account-context.ts'
import { accountLinks, useWorkspace } from '../../../frame/workspace.ts'

/** The permissions of a member who is not an owner, and whom to ask for more. */
export function MemberAccess({ owners }: { /** Their names. */ owners: string[] }) {
  const { name, role, permissions } = useOrganization()
  const { roles } = useLabels()
  return (
    <Panel title="Your access" lead={`You are a member of ${name} with the role ${roles[role]}.`}>
      {permissions.length === 0 ? (
        <p className="text-sm">Your role has no permissions in {name} yet.</p>
      ) : (
        <ul className="flex flex-col gap-2 text-sm">
          {permissions.map((permission) => (
            <li key={permission} className="flex items-start gap-2.5">
              <ToolIcon name="check" className="mt-0.5 size-4 text-success" />
              <span>
                <span className="font-medium text-ink">{allPermissions[permission].name}</span>
                <span className="block text-xs text-grey">{allPermissions[permission].about}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-sm">
        Need something else? Ask {owners.length === 1 ? 'the owner' : 'one of the owners'}:{' '}
        <strong className="font-semibold text-ink">{listInWords(owners)}</strong>.
      </p>
    </Panel>
  )
}

/** Links for people with a short navigation. */
export function Places() {
  const { user } = useAccount()
  const { settings } = useWorkspace()
  return (
    <Panel title="Where to find things">
      <ul className="flex flex-col gap-2.5 text-sm">
        {[...settings, ...accountLinks].map(({ to, label, about }) => (
          <li key={to}>
            <Link to={to} className={`${textLinkClass} inline-block max-md:py-3`}>
              {label}
            </Link>
            <span className="block text-xs text-grey">{about}</span>
          </li>
        ))}
      </ul>
      {!user.secondFactor && (
        <p className="mt-4 text-sm">
          Two-factor authentication is off. Turn it on under Security to protect your account.
        </p>
      )}
    </Panel>
  )
}
