import { organizationsApi } from '@sherpa/api-client/organizations'
import { totalInWords } from '@sherpa/contracts/list'
import { Button } from '@sherpa/ui/button'
import { useState } from 'react'
import { useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { MembersList } from './members-list.tsx'
import { PeopleTabs } from './people-tabs.tsx'
import { rolesToHandOut } from './roles-to-hand-out.ts'
import { TransferOwnershipDialog } from './transfer-ownership-dialog.tsx'

export function Component() {
  const { id, name, permissions, may } = useOrganization()
  const [transferring, setTransferring] = useState(false)
  const permissionTable = organizationsApi.usePermissionTableQuery({ organization: id })
  const all = organizationsApi.useOrganizationQuery({ organization: id })
  const members = all.currentData?.people?.members

  function lists() {
    const table = permissionTable.currentData
    if (!table) return null
    const roles = rolesToHandOut(permissions, table)
    return (
      <>
        {may('people.invite') && <InvitePanel roles={roles} table={table} />}
        <div className="flex flex-col gap-3">
          <PeopleTabs counts={all.currentData?.people ?? undefined} />
          <MembersList roles={roles} table={table} />
        </div>
      </>
    )
  }

  return (
    <>
      <ScreenHeading
        title="People"
        within={name}
        count={members && totalInWords(members)}
        actions={
          may('ownership.hand-over') &&
          (members?.count ?? 0) > 1 && (
            <Button look="secondary" size="small" onClick={() => setTransferring(true)}>
              Transfer ownership
            </Button>
          )
        }
      />
      <Ready queries={[permissionTable]}>{lists}</Ready>
      <TransferOwnershipDialog open={transferring} onClose={() => setTransferring(false)} />
    </>
  )
}
