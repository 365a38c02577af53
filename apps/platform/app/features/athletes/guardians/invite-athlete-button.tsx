import { guardiansApi } from '@sherpa/api-client/guardians'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { useCommands } from '../../../frame/palette/commands.ts'

/** Invites an athlete to their own record, or sends the invitation again; nothing for whoever has an account. */
export function InviteAthleteButton({ athlete }: { athlete: Athlete }) {
  const [inviteAthlete] = guardiansApi.useInviteAthleteMutation()
  const { id: organization, may } = useOrganization()
  const [open, setOpen] = useState(false)
  const name = athleteName(athlete)
  const isInvited = athlete.account === 'invited'
  const mayInvite = may('people.invite') && athlete.account !== null && athlete.account !== 'linked'
  const label = isInvited ? 'Send invitation again' : 'Invite to Sherpa'
  useCommands(mayInvite ? [{ title: label, icon: 'invite', run: () => setOpen(true) }] : [])
  if (!mayInvite) return null
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        title={isInvited ? `Send the invitation to ${name} again?` : `Invite ${name} to Sherpa?`}
        confirm={isInvited ? 'Send again' : 'Send invitation'}
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
          {name} gets an email with a link to create an account, and then sees their own record and nothing of anybody
          else. The link expires in 7 days.
        </p>
        {isInvited && <p>The link in the first email stops working.</p>}
        {athlete.minor && <p>{name} is under 18: a parent or guardian must have confirmed and allowed the account.</p>}
      </ConfirmDialog>
    </>
  )
}
