import { organizationsApi } from '@sherpa/api-client/organizations'
import { allRoles, handOver } from '@sherpa/contracts/organization'
import { Dialog } from '@sherpa/ui/dialog'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../../forms/form-message.tsx'
import { RoleSelect } from '../../../forms/role-select.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import type { Member } from './members-panel.tsx'
import { OwnerPowers } from './owner-powers.tsx'

type Transfer = { members: Member[]; onClose: () => void }

export function TransferOwnershipDialog({ open, ...transfer }: Transfer & { open: boolean }) {
  return (
    <Dialog open={open} title="Transfer ownership" onClose={transfer.onClose}>
      <TransferForm {...transfer} />
    </Dialog>
  )
}

function TransferForm({ members, onClose }: Transfer) {
  const [handOverOwnership] = organizationsApi.useHandOverOwnershipMutation()
  const { user } = useAccount()
  const { id, name } = useOrganization()
  const { errors, failureText, busy, formProps } = useForm({
    schema: handOver,
    async send(change) {
      await handOverOwnership({ organization: id, body: change }).unwrap()
      onClose()
      const successor = members.find((member) => member.id === change.person)?.name
      showToast('success', `${successor} is now the owner of ${name}.`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <OwnerPowers name="the new owner" organization={name} />
      <p className="text-sm">You stop being an owner. Only the new owner can make you one again.</p>
      <FormMessage failure={failureText} />
      <Field label="New owner" error={errors.get('person')}>
        {(control) => (
          <Select {...control} name="person" defaultValue="">
            <option value="">Choose a member</option>
            {members
              .filter((member) => member.id !== user.id)
              .map((member) => (
                <option key={member.id} value={member.id}>
                  {member.name} ({member.email})
                </option>
              ))}
          </Select>
        )}
      </Field>
      <Field label="Your new role" error={errors.get('role')}>
        {(control) => (
          <RoleSelect
            {...control}
            name="role"
            choices={allRoles.filter((role) => role !== 'owner')}
            defaultValue="agent"
          />
        )}
      </Field>
      <SubmitActions
        label="Transfer ownership"
        busyLabel="Transferring…"
        busy={busy}
        look="danger"
        onCancel={onClose}
      />
    </form>
  )
}
