import { organizationsApi } from '@sherpa/api-client/organizations'
import type { HandoverAssignments } from '@sherpa/contracts/handover'
import type { Member } from '@sherpa/contracts/organization'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { HandoverFields } from './handover-fields.tsx'

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
  const [assignments, setAssignments] = useState<HandoverAssignments>({})
  const [single] = members.length === 1 ? members : []
  const handover = organizationsApi.usePersonHandoverQuery(
    { organization, person: single?.id ?? '' },
    { skip: !single, refetchOnMountOrArgChange: true },
  )
  const hasWork = (handover.currentData?.parts.length ?? 0) > 0
  const whom = members.length === 1 ? members[0]?.name : `${members.length} members`

  async function remove() {
    const failures: string[] = []
    for (const { id: person, name: who } of members) {
      try {
        await removePerson({ organization, person, query: single ? assignments : {} }).unwrap()
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

  function close() {
    setAssignments({})
    onClose()
  }

  return (
    <ConfirmDialog
      open={members.length > 0}
      title={hasWork ? `Remove ${whom} and hand over the work` : `Remove ${whom}?`}
      confirm={hasWork ? 'Hand over and remove' : 'Remove'}
      confirming="Removing…"
      onConfirm={remove}
      onClose={close}
    >
      {members.length > 1 && <p className="text-ink">{members.map((member) => member.name).join(', ')}</p>}
      <p>
        {members.length === 1 ? whom : 'They'} {members.length === 1 ? 'loses' : 'lose'} access to {name} immediately.
        They keep their Sherpa account, and you can invite them again at any time.
      </p>
      {single ? (
        <HandoverFields
          query={handover}
          organization={organization}
          person={single.id}
          assignments={assignments}
          onChange={setAssignments}
        />
      ) : (
        <p>Their work goes to the athletes’ other managers, else to the owners.</p>
      )}
    </ConfirmDialog>
  )
}
