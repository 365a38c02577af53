import { organisationKinds, roles } from '@sherpa/contracts/organisation'
import { useOrganisation } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { PendingInvitations } from '../home/pending-invitations.tsx'
import { MemberHome } from './member-home.tsx'
import { OwnerHome } from './owner-home.tsx'

/** Where work in an organisation begins. */
export function Component() {
  const { name, kind, role } = useOrganisation()
  return (
    <>
      <ScreenHeading title={name} lead={`${organisationKinds[kind]} · Your role: ${roles[role]}`} />
      <PendingInvitations />
      {role === 'owner' ? <OwnerHome /> : <MemberHome />}
    </>
  )
}
