import { organizationsApi } from '@sherpa/api-client/organizations'
import { type Member, membersQuery, type PermissionTable, type Role } from '@sherpa/contracts/organization'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useState } from 'react'
import { Day } from '../../../data/moments.tsx'
import { useAccount, useLabels, useOrganization } from '../../../frame/account-context.ts'
import { Avatar } from '../../../frame/avatar.tsx'
import { useListAddress } from '../../../list/list-address.ts'
import type { Column } from '../../../list/list-table.tsx'
import { ListView } from '../../../list/list-view.tsx'
import { MenuItem, RowMenu } from '../../../list/row-menu.tsx'
import { useSelection } from '../../../list/selection.ts'
import { barButtonClass, SelectionBar } from '../../../list/selection-bar.tsx'
import { useList } from '../../../list/use-list.ts'
import { ProgramMembersDialog } from '../../programs/program-members.tsx'
import { usePrograms } from '../../programs/use-programs.ts'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

export function MembersList({
  roles,
  table,
}: {
  /** Roles the reader may assign. */
  roles: readonly Role[]
  table: PermissionTable
}) {
  const { user } = useAccount()
  const { id: organization, may } = useOrganization()
  const { roles: roleNames } = useLabels()
  const address = useListAddress(membersQuery)
  const list = useList(organizationsApi.endpoints.members, { organization, query: address.state }, 'members')
  const [removing, setRemoving] = useState<Member[]>([])
  const [changing, setChanging] = useState<Member>()
  const [inPrograms, setInPrograms] = useState<Member>()
  const hasPrograms = usePrograms().length > 0

  // Nobody changes their own role, or one with more permissions.
  const isChangeable = (member: Member) => may('people.manage') && member.id !== user.id && roles.includes(member.role)
  const changeable = list.rows.filter((member) => isChangeable(member) && !list.gone.has(member.id))
  const selection = useSelection(changeable.map(({ id }) => id))

  const columns: Column<Member>[] = [
    {
      id: 'name',
      head: 'Name',
      sort: 'name',
      shown: 'always',
      width: 'wide',
      place: 'name',
      cell: ({ id, name }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <span className="max-md:hidden">
            <Avatar name={name} />
          </span>
          <span className="truncate text-base font-medium text-ink">
            {name}
            {id === user.id && <span className="font-normal text-slate"> (you)</span>}
          </span>
        </span>
      ),
    },
    { id: 'email', head: 'Email', place: 'detail', from: 'laptop', cell: ({ email }) => email },
    { id: 'role', head: 'Role', width: 'narrow', place: 'side', cell: ({ role }) => roleNames[role] },
    {
      id: 'joined',
      head: 'Joined',
      sort: 'joined',
      width: 'short',
      align: 'end',
      cell: ({ joinedAt }) => <Day at={joinedAt} />,
    },
  ]

  return (
    <>
      <ListView
        views="members"
        searchLabel="Search members"
        filters={[{ name: 'role', label: 'Role', choices: roleNames }]}
        label="Members"
        list={list}
        address={address}
        columns={columns}
        nameOf={({ name }) => name}
        selection={may('people.manage') ? selection : undefined}
        isSelectable={isChangeable}
        actions={
          may('people.manage')
            ? (member) =>
                (isChangeable(member) || hasPrograms) && (
                  <RowMenu name={`Actions for ${member.name}`}>
                    {hasPrograms && <MenuItem onClick={() => setInPrograms(member)}>Programs</MenuItem>}
                    {isChangeable(member) && <MenuItem onClick={() => setChanging(member)}>Change role</MenuItem>}
                    {isChangeable(member) && <MenuItem onClick={() => setRemoving([member])}>Remove</MenuItem>}
                  </RowMenu>
                )
            : undefined
        }
        empty={<EmptyState title="No members yet" />}
        noMatch="No member matches"
      />
      <SelectionBar selection={selection}>
        <button
          type="button"
          className={barButtonClass}
          onClick={() => setRemoving(changeable.filter(({ id }) => selection.isSelected(id)))}
        >
          Remove
        </button>
      </SelectionBar>
      <ChangeRoleDialog member={changing} roles={roles} table={table} onClose={() => setChanging(undefined)} />
      <ProgramMembersDialog person={inPrograms} onClose={() => setInPrograms(undefined)} />
      <RemoveDialog members={removing} onDone={selection.clear} onClose={() => setRemoving([])} />
    </>
  )
}
