import { guardiansApi } from '@sherpa/api-client/guardians'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { useCommands } from '../../../frame/palette/commands.ts'

/** Invites an athlete without an account to their own record, or resends the invitation. */
export function InviteAthleteButton({ athlete }: { athlete: Athlete }) {
  const [inviteAthlete] = guardiansApi.useInviteAthleteMutation()
  const { id: organization, may } = useOrganization()
  const [open, setOpen] = useState(false)
  const name = athleteName(athlete)
  const isInvited = athlete.account === 'invited'
  const mayInvite = may('people.invite') && athlete.account !== null && athlete.account !== 'linked'
  const label = isInvited ? 'Resend invitation' : 'Invite to Sherpa'
  useCommands(mayInvite ? [{ title: label, icon: 'invite', run: () => setOpen(true) }] : [])
  if (!mayInvite) return null
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
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
        onClose={() => setOpen(false)}
      >
        <p>
          {name} gets an email with a link to create an account. They see only their own record. The link expires in 7
          days.
        </p>
        {isInvited && <p>The previous link stops working.</p>}
        {athlete.minor && <p>{name} is under 18: a confirmed parent or guardian must allow the account first.</p>}
      </ConfirmDialog>
    </>
  )
}
