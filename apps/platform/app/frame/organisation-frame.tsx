import { useEffect } from 'react'
import { Outlet, type UIMatch, useMatches, useParams } from 'react-router'
import { OrganisationContext, useAccount } from './account-context.ts'
import { rememberOrganisation } from './last-organisation.ts'
import { NotForYou } from './not-for-you.tsx'
import type { OrganisationSection } from './organisation-sections.ts'

/** Around the screens of one organisation: shows them to its members, as far as their role allows. */
export function Component() {
  const { organisations } = useAccount()
  const { organisation: id } = useParams()
  const organisation = organisations.find((one) => one.id === id)
  const section = (useMatches() as UIMatch<unknown, OrganisationSection | undefined>[]).at(-1)?.handle
  useEffect(() => {
    if (organisation) rememberOrganisation(organisation.id)
  }, [organisation])

  if (!organisation) {
    return (
      <NotForYou title="You don’t have access">
        This organization does not exist any more, or you are not a member of it. To join it, ask one of its owners for
        an invitation.
      </NotForYou>
    )
  }
  if (section?.permission && !organisation.permissions.includes(section.permission)) {
    return (
      <NotForYou title="You don’t have access">
        Your role in {organisation.name} does not include “{section.label}”. An owner can change what your role can do.
      </NotForYou>
    )
  }
  return (
    <OrganisationContext value={organisation}>
      <Outlet key={organisation.id} />
    </OrganisationContext>
  )
}
