import { useEffect } from 'react'
import { Outlet, useParams } from 'react-router'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { OrganizationContext, useAccount } from './account-context.ts'
import { rememberOrganization } from './last-organization.ts'
import { NotForYou } from './not-for-you.tsx'
import type { OrganizationSection } from './organization-sections.ts'
import { useScreenPlace } from './screen-place.ts'

/** Around the screens of one organization: shows them to its members, as far as their role allows. */
export function Component() {
  const { organizations } = useAccount()
  const { organization: id } = useParams()
  const organization = organizations.find((one) => one.id === id)
  const section = useScreenPlace().place as OrganizationSection | undefined
  useEffect(() => {
    if (organization) rememberOrganization(organization.id)
  }, [organization])

  if (!organization) {
    return (
      <NotForYou title="You don’t have access">
        This organization does not exist any more, or you are not a member of it. To join it, ask one of its owners for
        an invitation.
      </NotForYou>
    )
  }
  const maySee = !section?.permission || organization.permissions.includes(section.permission)
  return (
    <OrganizationContext value={organization}>
      {/* Also where there is nothing to see: access may come back. */}
      <Live organization={organization.id} />
      {maySee ? (
        <Outlet key={organization.id} />
      ) : (
        <NotForYou title="You don’t have access">
          Your role in {organization.name} does not include “{section.label}”. An owner can change what your role can
          do.
        </NotForYou>
      )}
    </OrganizationContext>
  )
}

function Live({ organization }: { organization: string }) {
  useLiveUpdates(`/organizations/${organization}/live`)
  return null
}
