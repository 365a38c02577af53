import { guardiansApi } from '@sherpa/api-client/guardians'
import { type Athlete, athleteName, type Contact, guardianRelations } from '@sherpa/contracts/athlete'
import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { useOpenedByAddress } from '../../../frame/use-opened-by-address.ts'

const mayConfirm = ({ relation, email }: Contact) => guardianRelations.has(relation) && email !== null

/** Whether a minor has no confirmed guardian, and the reader may ask one. */
export const lacksGuardian = ({ minor, editable, sensitive, guardians }: Athlete) =>
  minor && editable && sensitive && guardians?.every(({ state }) => state === 'invited')

/** The contact who was asked, or is the first to ask. */
export function guardianToAsk(athlete: Athlete) {
  if (!lacksGuardian(athlete)) return undefined
  const all = athlete.contacts?.filter(mayConfirm) ?? []
  return all.find(({ guardian }) => guardian === 'invited') ?? all[0]
}

/** Asks a parent or guardian of a minor to confirm, or resends the request. */
export function InviteGuardianButton({
  athlete,
  contact,
  look = 'secondary',
  label = 'Ask to confirm as guardian',
}: {
  athlete: Athlete
  contact: Contact
  look?: 'primary' | 'secondary'
  label?: string
}) {
  const [inviteGuardian] = guardiansApi.useInviteGuardianMutation()
  const { id: organization } = useOrganization()
  const [open, setOpen] = useOpenedByAddress(`ask-${contact.id}`)
  const isPending = contact.guardian === 'invited'
  const isEligible = athlete.minor && mayConfirm(contact)
  if (!athlete.editable || !athlete.sensitive || !isEligible || (contact.guardian && !isPending)) return null
  return (
    <>
      <Button look={look} size="small" onClick={() => setOpen(true)}>
        {isPending ? 'Resend request' : label}
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
