import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation, useParams, useSearchParams } from 'react-router'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { OrganizationContext, useAccount } from './account-context.ts'
import { rememberOrganization } from './last-organization.ts'
import { NotForYou } from './not-for-you.tsx'
import type { OrganizationSection } from './organization-sections.ts'
import { useScreenPlace } from './screen-place.ts'

const SonarAnswer = lazy(() => import('../features/sonar/sonar-answer.tsx'))

/** Layout of an organization's screens; checks membership and permission. */
export function Component() {
  const { organizations } = useAccount()
  const { organization: id } = useParams()
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const [isReplaced, setReplaced] = useState<boolean>()
  const organization = organizations.find((one) => one.id === id)
  const section = useScreenPlace().place as OrganizationSection | undefined
  useEffect(() => {
    if (organization) rememberOrganization(organization.id)
  }, [organization])

  if (!organization) {
    return (
      <NotForYou title="You don’t have access">
        This organization no longer exists, or you are not a member. To join, ask an owner for an invitation.
      </NotForYou>
    )
  }
  const isAsked = search.has('sonar') && organization.role !== 'athlete'
  const { permission, or } = section ?? {}
  const maySee = !permission || [permission, or].some((one) => one && organization.permissions.includes(one))
  const screen = maySee ? (
    <Outlet key={organization.id} />
  ) : (
    <NotForYou title="You don’t have access">
      Your role in {organization.name} does not include “{section?.label}”. An owner can change what your role can do.
    </NotForYou>
  )
  return (
    <OrganizationContext value={organization}>
      {/* Also without access, which may be granted again. */}
      <Live organization={organization.id} />
      {isAsked && (
        // As high as the question and the count.
        <Suspense fallback={<div className="h-18 max-md:-mb-4 max-md:h-11" />}>
          <SonarAnswer onReplace={setReplaced} />
        </Suspense>
      )}
      {/* One place for the screen: a question that comes or goes does not remount the list. */}
      {isAsked && (isReplaced ?? pathname === `/organizations/${organization.id}`) ? null : screen}
    </OrganizationContext>
  )
}

function Live({ organization }: { organization: string }) {
  useLiveUpdates(`/organizations/${organization}/live`)
  return null
}
