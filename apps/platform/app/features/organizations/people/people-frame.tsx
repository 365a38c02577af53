import { organizationsApi } from '@sherpa/api-client/organizations'
import type { PermissionTable, Role } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { type ReactNode, useState } from 'react'
import { useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { SecondFactorNotice } from '../../../frame/second-factor-notice.tsx'
import { InviteButton } from './invite-button.tsx'
import { PeopleTabs } from './people-tabs.tsx'
import { rolesToHandOut } from './roles-to-hand-out.ts'
import { TransferOwnershipDialog } from './transfer-ownership-dialog.tsx'

/** Layout of the lists of members and invitations: actions and tabs. */
export function PeopleFrame({
  children,
}: {
  /** Receives the roles the reader may assign, and their permissions. */
  children: (roles: readonly Role[], table: PermissionTable) => ReactNode
}) {
  const { id, name, permissions, may } = useOrganization()
  const [transferring, setTransferring] = useState(false)
  const permissionTable = organizationsApi.usePermissionTableQuery({ organization: id })
  const organization = organizationsApi.useOrganizationQuery({ organization: id })
  const counts = organization.currentData?.people ?? undefined
  const table = organization.currentData && permissionTable.currentData
  const isAlone = (counts?.members.count ?? 0) < 2
  return (
    <>
      <ScreenHeading
        title="People"
        within={name}
        actions={
          <span className="flex flex-wrap gap-2">
            {!isAlone && table && may('ownership.hand-over') && (
              <Button look="secondary" size="small" onClick={() => setTransferring(true)}>
                Transfer ownership
              </Button>
            )}
            {may('people.invite') && table && <InviteButton roles={rolesToHandOut(permissions, table)} table={table} />}
          </span>
        }
      />
      {!isAlone && <SecondFactorNotice of="ownership.hand-over" />}
      <Ready queries={[permissionTable, organization]}>
        {() =>
          permissionTable.currentData && (
            <div className="flex flex-col gap-3">
              <PeopleTabs counts={counts} />
              {children(rolesToHandOut(permissions, permissionTable.currentData), permissionTable.currentData)}
            </div>
          )
        }
      </Ready>
      <TransferOwnershipDialog open={transferring} onClose={() => setTransferring(false)} />
    </>
  )
}
