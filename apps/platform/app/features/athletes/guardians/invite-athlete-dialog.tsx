import { athletesApi } from '@sherpa/api-client/athletes'
import { guardiansApi } from '@sherpa/api-client/guardians'
import { emailAddress } from '@sherpa/contracts/account'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import * as z from 'zod/mini'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { failureOf } from '../../../forms/failure.ts'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { EmailField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
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
  const title = isInvited ? `Resend invitation to ${name}?` : `Invite ${name} to Sherpa?`
  if (athlete.email === null && athlete.sensitive) {
    return (
      <Dialog open={open} title={title} onClose={onClose}>
        <EmailForm athlete={athlete} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      open={open}
      title={title}
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
      <Explanation athlete={athlete} />
      {isInvited && <p>The previous link stops working.</p>}
    </ConfirmDialog>
  )
}

/** Asks for the address that the invitation needs, and saves it on the record. */
function EmailForm({ athlete, onClose }: { athlete: Athlete; onClose: () => void }) {
  const [changeAthlete] = athletesApi.useChangeAthleteMutation()
  const [inviteAthlete] = guardiansApi.useInviteAthleteMutation()
  const { id: organization } = useOrganization()
  const name = athleteName(athlete)
  const { errors, failureText, busy, formProps } = useForm({
    schema: z.object({ email: emailAddress }),
    async send(changes) {
      const record = { organization, athlete: athlete.id }
      await changeAthlete({ ...record, body: { version: athlete.version, changes } }).unwrap()
      onClose()
      // With the address on the record, this form is no longer shown.
      await inviteAthlete({ ...record, body: {} })
        .unwrap()
        .then(
          () => showToast('success', `Invitation sent to ${name}.`),
          (error) => showToast('error', `The email address was saved. ${failureOf(error).text}`),
        )
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <Explanation athlete={athlete} />
      <FormMessage failure={failureText} />
      <EmailField name="email" label={`Email of ${name}`} errors={errors} autoComplete="off" />
      <SubmitActions label="Send invitation" busyLabel="Sending…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function Explanation({ athlete }: { athlete: Athlete }) {
  const name = athleteName(athlete)
  return (
    <>
      <p>
        {name} gets an email with a link to create an account. They see only their own record. The link expires in 7
        days.
      </p>
      {athlete.minor && <p>{name} is under 18: a confirmed parent or guardian must allow the account first.</p>}
    </>
  )
}
