import { organizationsApi } from '@sherpa/api-client/organizations'
import type { Member } from '@sherpa/contracts/organization'
import { showToast } from '@sherpa/ui/toast-area'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'

/** Removes one member or all selected ones. */
export function RemoveDialog({
  members,
  onDone,
  onClose,
}: {
  members: Member[]
  onDone: () => void
  onClose: () => void
}) {
  const [removePerson] = organizationsApi.useRemovePersonMutation()
  const { id: organization, name } = useOrganization()
  const whom = members.length === 1 ? members[0]?.name : `${members.length} members`

  async function remove() {
    const failures: string[] = []
    for (const { id: person, name: who } of members) {
      try {
        await removePerson({ organization, person }).unwrap()
      } catch (error) {
        // Already removed by a colleague.
        if (failureOf(error).code === 'not-found') continue
        if (members.length === 1) throw error
        failures.push(`${who}: ${failureOf(error).text}`)
      }
    }
    if (failures.length > 0) showToast('error', `Not removed: ${failures.join(' ')}`)
    if (failures.length < members.length) {
      const removed = members.length === 1 ? `${whom} was` : `${members.length - failures.length} members were`
      showToast('success', `${removed} removed from ${name}.`)
    }
    onDone()
  }

  return (
    <ConfirmDialog
      open={members.length > 0}
      title={`Remove ${whom}?`}
      confirm="Remove"
      confirming="Removing…"
      onConfirm={remove}
      onClose={onClose}
    >
      {members.length > 1 && <p className="text-ink">{members.map((member) => member.name).join(', ')}</p>}
      <p>
        {members.length === 1 ? whom : 'They'} {members.length === 1 ? 'loses' : 'lose'} access to {name} immediately.
        They keep their Sherpa account, and you can invite them again at any time.
      </p>
    </ConfirmDialog>
  )
}
