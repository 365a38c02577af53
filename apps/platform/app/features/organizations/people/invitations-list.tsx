import { invitationsApi } from '@sherpa/api-client/invitations'
import { organizationsApi } from '@sherpa/api-client/organizations'
import { type OpenInvitation, openInvitationsQuery, type Role } from '@sherpa/contracts/organization'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Day } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { useLabels, useOrganization } from '../../../frame/account-context.ts'
import { useListAddress } from '../../../list/list-address.ts'
import type { Column } from '../../../list/list-table.tsx'
import { ListView } from '../../../list/list-view.tsx'
import { MenuItem, RowMenu } from '../../../list/row-menu.tsx'
import { useList } from '../../../list/use-list.ts'

export function InvitationsList({
  roles,
}: {
  /** Roles the reader may assign. */
  roles: readonly Role[]
}) {
  const [invite] = invitationsApi.useInviteMutation()
  const [withdrawInvitation] = invitationsApi.useWithdrawInvitationMutation()
  const { id: organization, may } = useOrganization()
  const { roles: roleNames } = useLabels()
  const { run } = useAction()
  const address = useListAddress(openInvitationsQuery)
  const list = useList(
    organizationsApi.endpoints.openInvitations,
    { organization, query: address.state },
    'invitations',
  )

  const resend = ({ email, role }: OpenInvitation) =>
    run(() => invite({ organization, body: { email, role, replace: true } }).unwrap(), `Invitation resent to ${email}.`)
  const cancel = ({ id, email }: OpenInvitation) =>
    run(() => withdrawInvitation({ organization, invitation: id }).unwrap(), `Invitation for ${email} canceled.`)

  const columns: Column<OpenInvitation>[] = [
    {
      id: 'email',
      head: 'Email',
      shown: 'always',
      width: 'name',
      place: 'name',
      cell: ({ email }) => <span className="text-base font-medium text-ink">{email}</span>,
    },
    { id: 'role', head: 'Role', place: 'side', cell: ({ role }) => roleNames[role] },
    {
      id: 'sent',
      head: 'Sent',
      sort: 'sent',
      width: 'narrow',
      align: 'end',
      place: 'detail',
      cell: ({ sentAt }) => (
        <>
          <span className="md:hidden">Sent </span>
          <Day at={sentAt} />
        </>
      ),
    },
    {
      id: 'expires',
      head: 'Expires',
      width: 'narrow',
      align: 'end',
      place: 'state',
      cell: ({ expiresAt }) => (
        <>
          <span className="md:hidden">Expires </span>
          <Day at={expiresAt} />
        </>
      ),
    },
  ]

  return (
    <ListView
      searchLabel="Search invitations"
      filters={[{ name: 'role', label: 'Role', choices: roleNames }]}
      label="Open invitations"
      list={list}
      address={address}
      columns={columns}
      nameOf={({ email }) => email}
      actions={
        may('people.invite')
          ? (invitation) =>
              roles.includes(invitation.role) && (
                <RowMenu name={`Actions for ${invitation.email}`}>
                  <MenuItem onClick={() => resend(invitation)}>Resend</MenuItem>
                  <MenuItem onClick={() => cancel(invitation)}>Cancel invitation</MenuItem>
                </RowMenu>
              )
          : undefined
      }
      empty={<EmptyState title="No open invitations" />}
      noMatch="No invitation matches"
    />
  )
}
