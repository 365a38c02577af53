import type { People, PermissionTable, Role } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { ColumnHeads } from '@sherpa/ui/column-heads'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useOrganization } from '../../../frame/account-context.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { TransferOwnershipDialog } from './transfer-ownership-dialog.tsx'

export type Member = People['members'][number]

export function MembersPanel({
  members,
  invited,
  roles,
  table,
}: {
  members: Member[]
  /** How many invitations are open: one that is canceled leaves nothing behind to return to. */
  invited: number
  /** Those that one may give. */
  roles: readonly Role[]
  table: PermissionTable
}) {
  const { may } = useOrganization()
  const [removing, setRemoving] = useState<Member>()
  const [changing, setChanging] = useState<Member>()
  const [transferring, setTransferring] = useState(false)
  const heading = useFocusWhenLost(`${members.length} ${invited}`)
  return (
    <Panel
      headingRef={heading}
      title={members.length === 1 ? '1 member' : `${members.length} members`}
      actions={
        may('ownership.hand-over') &&
        members.length > 1 && (
          <Button look="secondary" size="small" onClick={() => setTransferring(true)}>
            Transfer ownership
          </Button>
        )
      }
    >
      <table className="data-table">
        <ColumnHeads names={['Name', 'Joined', 'Role']} last="Actions" />
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              roles={roles}
              onChangeRole={() => setChanging(member)}
              onRemove={() => setRemoving(member)}
            />
          ))}
        </tbody>
      </table>
      <ChangeRoleDialog member={changing} roles={roles} table={table} onClose={() => setChanging(undefined)} />
      <RemoveDialog member={removing} onClose={() => setRemoving(undefined)} />
      <TransferOwnershipDialog members={members} open={transferring} onClose={() => setTransferring(false)} />
    </Panel>
  )
}
