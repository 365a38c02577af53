import { organizationsApi } from '@sherpa/api-client/organizations'
import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import { permissions as allPermissions, roles } from '@sherpa/contracts/organization'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { sectionsFor } from '../../../frame/organization-sections.ts'
import { Facts } from './facts.tsx'

/** For everyone who is not an owner: what they can do here, where, and whom to ask for more. */
export function MemberHome() {
  const { user } = useAccount()
  const { id, name, role, permissions, may } = useOrganization()
  const organization = organizationsApi.useOrganizationQuery({ organization: id })
  const people = organizationsApi.usePeopleQuery({ organization: id }, { skip: !may('people.view') })
  const current = subscriptionsApi.useCurrentSubscriptionQuery(
    { query: { organization: id } },
    { skip: !may('billing.view') },
  )
  const owners = organization.currentData?.owners ?? []

  const panels = () => (
    <>
      <Panel title="Your access" lead={`You are a member of ${name} with the role ${roles[role]}.`}>
        {permissions.length === 0 ? (
          <p className="text-sm">There is nothing for you to do here yet: your role has no permissions in {name}.</p>
        ) : (
          <ul className="flex flex-col gap-2 text-sm">
            {permissions.map((permission) => (
              <li key={permission} className="flex items-start gap-2.5">
                <ToolIcon name="check" className="mt-1 size-4 text-success" />
                <span>
                  <span className="font-semibold text-ink">{allPermissions[permission].name}</span>
                  <span className="block">{allPermissions[permission].about}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-5 text-sm">
          Need something else? Ask {owners.length === 1 ? 'the owner' : 'one of the owners'}:{' '}
          <strong className="font-semibold text-ink">{new Intl.ListFormat('en-US').format(owners)}</strong>.
        </p>
      </Panel>
      <Facts people={people.currentData} subscription={current.currentData?.subscription} trialAvailable={false} />
      <Panel title="Where to find things">
        <ul className="flex flex-col gap-2 text-sm">
          {sectionsFor(permissions)
            .filter(({ path }) => path)
            .map(({ path, label, about }) => (
              <Place key={path} to={`/organizations/${id}/${path}`} label={label} about={about} />
            ))}
          <Place to="/account" label="Your account" about="Your name, and the organizations you belong to" />
          <Place
            to="/account/security"
            label="Security"
            about={
              user.secondFactor
                ? 'Password, two-factor authentication and devices'
                : 'Password and devices. Two-factor authentication is off: turn it on to protect your account'
            }
          />
        </ul>
      </Panel>
    </>
  )

  return <Ready queries={[organization, people, current]}>{panels}</Ready>
}

function Place({ to, label, about }: { to: string; label: string; about: string }) {
  return (
    <li>
      <Link to={to} className={`${textLinkClass} inline-block py-0.5`}>
        {label}
      </Link>
      <span className="block">{about}</span>
    </li>
  )
}
