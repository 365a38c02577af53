import { guardiansApi } from '@sherpa/api-client/guardians'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import { showToast } from '@sherpa/ui/toast-area'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'

const isInvitedAlready = ({ account }: Athlete) => account === 'invited'

export const inviteLabel = (athlete: Athlete) => (isInvitedAlready(athlete) ? 'Resend invitation' : 'Invite to Sherpa')

/** Invites an athlete without an account to their own record, or resends the invitation. */
export function InviteAthleteDialog({
  open,
  athlete,
  onClose,
}: {
  open: boolean
  athlete: Athlete
  onClose: () => void
}) {
  const [inviteAthlete] = guardiansApi.useInviteAthleteMutation()
  const { id: organization } = useOrganization()
  const name = athleteName(athlete)
  const isInvited = isInvitedAlready(athlete)
  return (
    <ConfirmDialog
      open={open}
      title={isInvited ? `Resend invitation to ${name}?` : `Invite ${name} to Sherpa?`}
      confirm={isInvited ? 'Resend' : 'Send invitation'}
      confirming="Sending…"
      look="primary"
      onConfirm={async () => {
        const body = isInvited ? { replace: true } : {}
        await inviteAthlete({ organization, athlete: athlete.id, body }).unwrap()
        showToast('success', `Invitation sent to ${name}.`)
      }}
      onClose={onClose}
    >
      <p>
        {name} gets an email with a link to create an account. They see only their own record. The link expires in 7
        days.
      </p>
      {isInvited && <p>The previous link stops working.</p>}
      {athlete.minor && <p>{name} is under 18: a confirmed parent or guardian must allow the account first.</p>}
    </ConfirmDialog>
  )
}
