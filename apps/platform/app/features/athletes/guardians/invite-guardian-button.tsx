import { guardiansApi } from '@sherpa/api-client/guardians'
import { type Athlete, athleteName, type Contact, guardianRelations } from '@sherpa/contracts/athlete'
import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'

/** Asks a parent or guardian of a minor to confirm, or resends the request. */
export function InviteGuardianButton({ athlete, contact }: { athlete: Athlete; contact: Contact }) {
  const [inviteGuardian] = guardiansApi.useInviteGuardianMutation()
  const { id: organization } = useOrganization()
  const [open, setOpen] = useState(false)
  const isPending = contact.guardian === 'invited'
  const isEligible = athlete.minor && guardianRelations.has(contact.relation) && contact.email !== null
  if (!athlete.editable || !athlete.sensitive || !isEligible || (contact.guardian && !isPending)) return null
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        {isPending ? 'Resend request' : 'Ask to confirm as guardian'}
      </Button>
      <ConfirmDialog
        open={open}
        title={`Ask ${contact.name} to confirm as guardian?`}
        confirm="Send request"
        confirming="Sending…"
        look="primary"
        onConfirm={async () => {
          const body = isPending ? { replace: true } : {}
          await inviteGuardian({ organization, athlete: athlete.id, contact: contact.id, body }).unwrap()
          showToast('success', `Request sent to ${contact.name}.`)
        }}
        onClose={() => setOpen(false)}
      >
        <p>
          {contact.name} gets an email with a link to confirm that they are the parent or guardian of{' '}
          {athleteName(athlete)}. They also decide whether {athleteName(athlete)} can have an account. The link expires
          in 14 days.
        </p>
        {isPending && <p>The previous link stops working.</p>}
      </ConfirmDialog>
    </>
  )
}
