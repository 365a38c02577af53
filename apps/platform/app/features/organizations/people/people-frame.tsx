import { organizationsApi } from '@sherpa/api-client/organizations'
import type { PermissionTable, Role } from '@sherpa/contracts/organization'
import { buttonClass } from '@sherpa/ui/button'
import { MenuButton } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type ReactNode, useState } from 'react'
import { useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { SecondFactorNotice } from '../../../frame/second-factor-notice.tsx'
import { ListHead } from '../../../list/list-head.tsx'
import { MenuItem } from '../../../list/row-menu.tsx'
import { usePhone } from '../../../list/use-phone.ts'
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
  const isPhone = usePhone()
  const [transferring, setTransferring] = useState(false)
  const permissionTable = organizationsApi.usePermissionTableQuery({ organization: id })
  const organization = organizationsApi.useOrganizationQuery({ organization: id })
  const counts = organization.currentData?.people ?? undefined
  const table = organization.currentData && permissionTable.currentData
  const isAlone = (counts?.members.count ?? 0) < 2
  return (
    <div className="flex flex-col gap-3">
      <ListHead
        title="People"
        within={name}
        views={<PeopleTabs counts={counts} />}
        add={
          <span className="flex gap-2">
            {may('people.invite') && table && <InviteButton roles={rolesToHandOut(permissions, table)} table={table} />}
            {!isAlone && table && may('ownership.hand-over') && (
              <MenuButton
                align="end"
                name="More actions"
                buttonClass={`${buttonClass({ look: 'secondary', size: 'small' })} w-8 px-0 max-md:w-11`}
                label={<ToolIcon name="more" />}
              >
                <MenuItem onClick={() => setTransferring(true)}>Transfer ownership</MenuItem>
              </MenuButton>
            )}
          </span>
        }
      />
      {!isAlone && <SecondFactorNotice of="ownership.hand-over" />}
      <Ready queries={[permissionTable, organization]}>
        {() =>
          permissionTable.currentData && (
            <div className="flex flex-col gap-3">
              {!isPhone && <PeopleTabs counts={counts} />}
              {children(rolesToHandOut(permissions, permissionTable.currentData), permissionTable.currentData)}
            </div>
          )
        }
      </Ready>
      <TransferOwnershipDialog open={transferring} onClose={() => setTransferring(false)} />
    </div>
  )
}
