import { guardiansApi } from '@sherpa/api-client/guardians'
import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import { type Guardian, verifications } from '@sherpa/contracts/guardian'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { Day } from '../../../data/moments.tsx'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { GuardianState } from './guardian-state.tsx'
import { lacksGuardian } from './invite-guardian-button.tsx'
import { VerifyGuardianButton } from './verify-guardian-button.tsx'

/** Guardians of a minor; hidden for adults and from people who can't see contacts. Who may ask a guardian reads above
 * that there is none.
 */
export function GuardiansPanel({ athlete }: { athlete: Athlete }) {
  const heading = useFocusWhenLost(athlete.guardians?.length)
  if (!athlete.minor || !athlete.guardians) return null
  const isEmpty = athlete.guardians.length === 0
  if (isEmpty && lacksGuardian(athlete)) return null
  return (
    <Panel headingRef={heading} title="Guardians" empty={isEmpty && 'Not confirmed yet'}>
      <ul className="-mt-4 divide-y divide-line-soft">
        {athlete.guardians.map((guardian) => (
          <GuardianItem key={guardian.id} athlete={athlete} guardian={guardian} />
        ))}
      </ul>
    </Panel>
  )
}

function GuardianItem({ athlete, guardian }: { athlete: Athlete; guardian: Guardian }) {
  const { name, state, isMember } = guardian
  const { may } = useOrganization()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ink">
          <span className="break-words">{name}</span>
          <GuardianState state={state} />
          {isMember && <StatusBadge tone="warning">Member, can’t sign</StatusBadge>}
        </p>
        <p className="text-xs text-grey">
          <GuardianDetails guardian={guardian} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {may('athletes.sensitive') && state === 'confirmed' && guardian.verifying !== 'by-colleague' && (
          <VerifyGuardianButton athlete={athlete} guardian={guardian} />
        )}
        {athlete.editable && <EndButton athlete={athlete} guardian={guardian} />}
      </div>
    </li>
  )
}

function GuardianDetails({
  guardian: { state, invitedAt, confirmedAt, consentsToAccount, verified, verifying },
}: {
  guardian: Guardian
}) {
  if (state === 'invited' || !confirmedAt) {
    return (
      <>
        Request sent <Day at={invitedAt} />
      </>
    )
  }
  return (
    <>
      Confirmed <Day at={confirmedAt} /> · {consentsToAccount ? 'account allowed' : 'account not allowed'}
      {verified && (
        <>
          {' '}
          · {verifications[verified.how]}
          {verified.by && `, ${verified.by}`}, <Day at={verified.at} />
          {verified.selfVerificationReason !== null && ` · self-verified: “${verified.selfVerificationReason}”`}
        </>
      )}
      {state === 'confirmed' &&
        verifying === 'by-colleague' &&
        ' · You sent the request, so a colleague must verify them'}
    </>
  )
}

function EndButton({ athlete, guardian: { id, name, state } }: { athlete: Athlete; guardian: Guardian }) {
  const [removeGuardian] = guardiansApi.useRemoveGuardianMutation()
  const { id: organization } = useOrganization()
  const [open, setOpen] = useState(false)
  const isPending = state === 'invited'
  return (
    <>
      <Button
        look="secondary"
        size="small"
        aria-label={isPending ? `Withdraw request to ${name}` : `End guardianship of ${name}`}
        onClick={() => setOpen(true)}
      >
        {isPending ? 'Withdraw' : 'End'}
      </Button>
      <ConfirmDialog
        open={open}
        title={isPending ? `Withdraw request to ${name}?` : `End guardianship of ${name}?`}
        confirm={isPending ? 'Withdraw' : 'End guardianship'}
        confirming="Saving…"
        onConfirm={async () => {
          await removeGuardian({ organization, athlete: athlete.id, guardian: id }).unwrap()
          showToast('success', isPending ? 'Request withdrawn.' : 'Guardianship ended.')
        }}
        onClose={() => setOpen(false)}
      >
        <p>
          {isPending
            ? 'The link in the email stops working. You can send a new request.'
            : `If no other guardian allows an account, the account of ${athleteName(athlete)} is closed. The contact is kept.`}
        </p>
      </ConfirmDialog>
    </>
  )
}
