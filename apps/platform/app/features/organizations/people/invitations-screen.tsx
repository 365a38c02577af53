import { organizationsApi } from '@sherpa/api-client/organizations'
import { useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { InvitationsList } from './invitations-list.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { PeopleTabs } from './people-tabs.tsx'
import { rolesToHandOut } from './roles-to-hand-out.ts'

export function Component() {
  const { id, name, permissions, may } = useOrganization()
  const permissionTable = organizationsApi.usePermissionTableQuery({ organization: id })
  const all = organizationsApi.useOrganizationQuery({ organization: id })

  function lists() {
    const table = permissionTable.currentData
    if (!table) return null
    const roles = rolesToHandOut(permissions, table)
    return (
      <>
        {may('people.invite') && <InvitePanel roles={roles} table={table} />}
        <div className="flex flex-col gap-3">
          <PeopleTabs counts={all.currentData?.people ?? undefined} />
          <InvitationsList roles={roles} />
        </div>
      </>
    )
  }

  return (
    <>
      <ScreenHeading title="People" within={name} />
      <Ready queries={[permissionTable]}>{lists}</Ready>
    </>
  )
}
