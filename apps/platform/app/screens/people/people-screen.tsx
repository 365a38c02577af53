import { organisationsApi } from '@sherpa/api-client/organisations'
import { useQuery } from '../../data/use-query.ts'
import { useAccount, useOrganisation } from '../../frame/account-context.ts'
import { Ready } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { LeavePanel } from './leave-panel.tsx'
import { type Member, MembersPanel } from './members-panel.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { rolesToHandOut } from './roles-to-hand-out.ts'

export function Component() {
  const { user } = useAccount()
  const { id, name, permissions, may } = useOrganisation()
  const people = useQuery(organisationsApi.endpoints.people, id)
  const table = useQuery(organisationsApi.endpoints.permissionTable, id, { skip: !may('permissions.edit') })
  const roles = rolesToHandOut(permissions, table.data)
  return (
    <>
      <ScreenHeading
        title="People"
        within={name}
        lead={`Everyone who belongs to ${name}, and what they may do there.`}
      />
      <Ready queries={[people, table]}>
        {() =>
          people.data && (
            <>
              {may('people.invite') && <InvitePanel roles={roles} />}
              <MembersPanel members={people.data.members} invited={people.data.invitations.length} roles={roles} />
              {people.data.invitations.length > 0 && <OpenInvitations invitations={people.data.invitations} />}
              <LeavePanel isOnlyOwner={isOnlyOwner(people.data.members, user.id)} />
            </>
          )
        }
      </Ready>
    </>
  )
}

function isOnlyOwner(members: Member[], person: string) {
  const owners = members.filter(({ role }) => role === 'owner')
  return owners.length === 1 && owners[0]?.id === person
}
