import { organizationKinds, roles } from '@sherpa/contracts/organization'
import { useOrganization } from '../../../frame/account-context.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { PendingInvitations } from '../home/pending-invitations.tsx'
import { MemberHome } from './member-home.tsx'
import { OwnerHome } from './owner-home.tsx'

/** Where work in an organization begins. */
export function Component() {
  const { name, kind, role } = useOrganization()
  return (
    <>
      <ScreenHeading title={name} lead={`${organizationKinds[kind]} · Your role: ${roles[role]}`} />
      <PendingInvitations />
      {role === 'owner' ? <OwnerHome /> : <MemberHome />}
    </>
  )
}
