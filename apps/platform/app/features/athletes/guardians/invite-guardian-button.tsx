import { guardiansApi } from '@sherpa/api-client/guardians'
import { type Athlete, athleteName, type Contact, guardianRelations } from '@sherpa/contracts/athlete'
import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'

/** Asks a parent or guardian of a minor to confirm, or asks again; nothing where there is nobody to ask. */
export function InviteGuardianButton({ athlete, contact }: { athlete: Athlete; contact: Contact }) {
  const [inviteGuardian] = guardiansApi.useInviteGuardianMutation()
  const { id: organization } = useOrganization()
  const [open, setOpen] = useState(false)
  const isAsked = contact.guardian === 'invited'
  const canBeAsked = athlete.minor && guardianRelations.has(contact.relation) && contact.email !== null
  if (!athlete.editable || !athlete.sensitive || !canBeAsked || (contact.guardian && !isAsked)) return null
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        {isAsked ? 'Ask again' : 'Ask to confirm as guardian'}
      </Button>
      <ConfirmDialog
        open={open}
        title={`Ask ${contact.name} to confirm as guardian?`}
        confirm="Send email"
        confirming="Sending…"
        look="primary"
        onConfirm={async () => {
          const body = isAsked ? { replace: true } : {}
          await inviteGuardian({ organization, athlete: athlete.id, contact: contact.id, body }).unwrap()
          showToast('success', `Email sent to ${contact.name}.`)
        }}
        onClose={() => setOpen(false)}
      >
        <p>
          {contact.name} gets an email with a link. There they confirm that they are the parent or guardian of{' '}
          {athleteName(athlete)}, and decide whether {athleteName(athlete)} can have an account. The link is valid for
          14 days.
        </p>
        {isAsked && <p>The link in the first email stops working.</p>}
      </ConfirmDialog>
    </>
  )
}
