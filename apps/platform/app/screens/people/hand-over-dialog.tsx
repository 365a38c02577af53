import { organisationsApi } from '@sherpa/api-client/organisations'
import { allRoles, handOver } from '@sherpa/contracts/organisation'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../forms/form-message.tsx'
import { RoleSelect } from '../../forms/role-select.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useAccount, useOrganisation } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import type { Member } from './members-panel.tsx'

export function HandOverDialog({ members, open, onClose }: { members: Member[]; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Hand over ownership" onClose={onClose}>
      <HandOverForm members={members} onClose={onClose} />
    </Dialog>
  )
}

function HandOverForm({ members, onClose }: { members: Member[]; onClose: () => void }) {
  const dispatch = useAppDispatch()
  const { user } = useAccount()
  const { id, name } = useOrganisation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: handOver,
    async send(change) {
      await dispatch(organisationsApi.endpoints.handOverOwnership.initiate({ organisation: id, change })).unwrap()
      onClose()
      const successor = members.find((member) => member.id === change.person)?.name
      showToast('success', `${successor} is now the owner of ${name}.`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <p>
        The new owner may do everything in {name}: the plan, the people, the permissions. Only they can give it back to
        you.
      </p>
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
      <Field label="Your role afterwards" error={errors.get('role')}>
        {(control) => (
          <RoleSelect
            {...control}
            name="role"
            choices={allRoles.filter((role) => role !== 'owner')}
            defaultValue="agent"
          />
        )}
      </Field>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="danger" busy={busy}>
          {busy ? 'Handing over…' : 'Hand over'}
        </Button>
      </DialogActions>
    </form>
  )
}
