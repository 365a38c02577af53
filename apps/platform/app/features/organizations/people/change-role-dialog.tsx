import { organizationsApi } from '@sherpa/api-client/organizations'
import type { HandoverAssignments } from '@sherpa/contracts/handover'
import { type Member, type PermissionTable, type Role, roleChange } from '@sherpa/contracts/organization'
import { RadioCard } from '@sherpa/ui/choice'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useLabels, useOrganization } from '../../../frame/account-context.ts'
import { permissionSummary } from '../permissions/permission-summary.ts'
import { HandoverFields } from './handover-fields.tsx'
import { OwnerPowers } from './owner-powers.tsx'

/** Changes a member's role. Making someone an owner needs confirmation. */
export function ChangeRoleDialog({
  member,
  roles,
  table,
  onClose,
}: {
  member: Member | undefined
  roles: readonly Role[]
  table: PermissionTable
  onClose: () => void
}) {
  const [changeRole] = organizationsApi.useChangeRoleMutation()
  const { id: organization, name: organizationName } = useOrganization()
  const { roles: roleNames } = useLabels()
  const [promoted, setPromoted] = useState<Member>()

  async function save({ id: person, name }: Member, role: Role, handover: HandoverAssignments = {}) {
    await changeRole({ organization, person, body: { role, handover } }).unwrap()
    showToast('success', `${name} is now ${roleNames[role]}.`)
  }

  return (
    <>
      <Dialog open={member !== undefined} title={`Change role of ${member?.name}`} onClose={onClose}>
        {member && (
          <RoleForm
            member={member}
            roles={roles}
            table={table}
            onCancel={onClose}
            send={async (role, assignments) => {
              if (role === 'owner' && member.role !== 'owner') setPromoted(member)
              else if (role !== member.role) await save(member, role, assignments)
              onClose()
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={promoted !== undefined}
        title={`Make ${promoted?.name} an owner?`}
        confirm="Make owner"
        confirming="Saving…"
        onConfirm={async () => promoted && save(promoted, 'owner')}
        onClose={() => setPromoted(undefined)}
      >
        <OwnerPowers name={promoted?.name ?? ''} organization={organizationName} />
      </ConfirmDialog>
    </>
  )
}

function RoleForm({
  member,
  roles,
  table,
  send,
  onCancel,
}: {
  member: Member
  roles: readonly Role[]
  table: PermissionTable
  send: (role: Role, assignments: HandoverAssignments) => Promise<void>
  onCancel: () => void
}) {
  const { roles: roleNames } = useLabels()
  const { id: organization } = useOrganization()
  const [role, setRole] = useState(member.role)
  const [assignments, setAssignments] = useState<HandoverAssignments>({})
  const handover = organizationsApi.usePersonHandoverQuery(
    { organization, person: member.id, query: { role } },
    { skip: role === member.role, refetchOnMountOrArgChange: true },
  )
  const { failureText, errors, busy, formProps } = useForm({
    schema: roleChange,
    send: ({ role }) => send(role, assignments),
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={[...errors.values()].join(' ') || failureText} />
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="sr-only">Role</legend>
        {roles.map((role) => (
          <RadioCard
            key={role}
            name="role"
            value={role}
            defaultChecked={role === member.role}
            onChange={() => setRole(role)}
            title={roleNames[role]}
          >
            {permissionSummary(role, table)}
          </RadioCard>
        ))}
      </fieldset>
      {role !== member.role && (
        <>
          {handover.currentData && handover.currentData.parts.length > 0 && (
            <h3 className="text-sm font-medium text-ink">Hand over work that the new role can’t do</h3>
          )}
          <HandoverFields
            query={handover}
            organization={organization}
            person={member.id}
            assignments={assignments}
            onChange={setAssignments}
          />
        </>
      )}
      <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onCancel} />
    </form>
  )
}
