import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import { showToast } from '@sherpa/ui/toast-area'
import { useNavigate } from 'react-router'
import { ConfirmIdentityDialog } from '../../../forms/confirm-identity-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'

/** Erases an athlete, for example on their request. It is irreversible, so it needs proof of identity. */
export function EraseDialog({ open, athlete, onClose }: { open: boolean; athlete: Athlete; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [erase] = athletesApi.useEraseAthleteMutation()
  const navigate = useNavigate()
  const name = athleteName(athlete)
  return (
    <ConfirmIdentityDialog
      open={open}
      title={`Erase ${name}?`}
      confirm="Erase permanently"
      confirming="Erasing…"
      look="danger"
      onClose={onClose}
      send={async (proof) => {
        await erase({ organization, athlete: athlete.id, body: proof }).unwrap()
        showToast('success', `${name} was erased.`)
        await navigate(`/organizations/${organization}/athletes`)
      }}
    >
      <p className="text-sm">
        This permanently removes all personal data: details, contacts, measurements, files and the timeline. Ledger
        entries stay without a name. Invoices keep the name for five years, as required by law. All owners are notified
        by email, without the athlete’s name.
      </p>
    </ConfirmIdentityDialog>
  )
}
