import { organizationsApi } from '@sherpa/api-client/organizations'
import { allRoles, handOver } from '@sherpa/contracts/organization'
import { Dialog } from '@sherpa/ui/dialog'
import { Field } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../../forms/form-message.tsx'
import { RoleSelect } from '../../../forms/role-select.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import { MemberSelect } from './member-select.tsx'
import { OwnerPowers } from './owner-powers.tsx'

export function TransferOwnershipDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Transfer ownership" onClose={onClose}>
      <TransferForm onClose={onClose} />
    </Dialog>
  )
}

function TransferForm({ onClose }: { onClose: () => void }) {
  const [handOverOwnership] = organizationsApi.useHandOverOwnershipMutation()
  const { user } = useAccount()
  const { id, name } = useOrganization()
  const { errors, failureText, busy, formProps } = useForm({
    schema: handOver,
    async send(change) {
      await handOverOwnership({ organization: id, body: change }).unwrap()
      const chosen = formProps.ref.current?.elements.namedItem('person') as HTMLSelectElement | null
      const successor = chosen?.selectedOptions[0]?.text.replace(/ \(.*\)$/, '')
      onClose()
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
          <MemberSelect {...control} name="person" defaultValue="" none="Choose a member" without={user.id} />
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
