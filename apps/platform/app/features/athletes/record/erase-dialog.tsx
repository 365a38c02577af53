import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import { showToast } from '@sherpa/ui/toast-area'
import { useNavigate } from 'react-router'
import { IdentityDialog } from '../../../forms/identity-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'

/** Erases an athlete, who asked for it, say. It asks again who it is: there is no way back. */
export function EraseDialog({ open, athlete, onClose }: { open: boolean; athlete: Athlete; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [erase] = athletesApi.useEraseAthleteMutation()
  const navigate = useNavigate()
  const name = athleteName(athlete)
  return (
    <IdentityDialog
      open={open}
      title={`Erase ${name}?`}
      confirm="Erase for good"
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
        Everything that tells who this is will be removed: facts, contacts, measurements, files and the timeline. This
        cannot be undone. Books stay, without a name; invoices keep the name that they were issued to for five years,
        because the law asks for them. All owners get an email that says you did it, without the athlete’s name.
      </p>
    </IdentityDialog>
  )
}
