import { organizationsApi } from '@sherpa/api-client/organizations'
import { showToast } from '@sherpa/ui/toast-area'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import type { Member } from './members-panel.tsx'

export function RemoveDialog({ member, onClose }: { member: Member | undefined; onClose: () => void }) {
  const [removePerson] = organizationsApi.useRemovePersonMutation()
  const { id, name } = useOrganization()

  async function remove({ id: person, name: who }: Member) {
    await removePerson({ organization: id, person }).unwrap()
    showToast('success', `${who} was removed from ${name}.`)
  }

  return (
    <ConfirmDialog
      open={member !== undefined}
      title={`Remove ${member?.name}?`}
      confirm="Remove"
      confirming="Removing…"
      onConfirm={async () => member && remove(member)}
      onClose={onClose}
    >
      <p>
        {member?.name} loses access to {name} immediately. They keep their Sherpa account, and you can invite them again
        at any time.
      </p>
    </ConfirmDialog>
  )
}
