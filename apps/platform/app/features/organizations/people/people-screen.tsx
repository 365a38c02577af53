import { organizationsApi } from '@sherpa/api-client/organizations'
import { useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { MembersPanel } from './members-panel.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { rolesToHandOut } from './roles-to-hand-out.ts'

export function Component() {
  const { id, name, permissions, may } = useOrganization()
  const people = organizationsApi.usePeopleQuery({ organization: id })
  const permissionTable = organizationsApi.usePermissionTableQuery({ organization: id })

  function panels() {
    if (!people.currentData || !permissionTable.currentData) return null
    const { members, invitations } = people.currentData
    const table = permissionTable.currentData
    const roles = rolesToHandOut(permissions, table)
    return (
      <>
        {may('people.invite') && <InvitePanel roles={roles} table={table} invitations={invitations} />}
        <MembersPanel members={members} invited={invitations.length} roles={roles} table={table} />
        {invitations.length > 0 && <OpenInvitations invitations={invitations} roles={roles} />}
      </>
    )
  }

  return (
    <>
      <ScreenHeading title="People" within={name} />
      <Ready queries={[people, permissionTable]}>{panels}</Ready>
    </>
  )
}
