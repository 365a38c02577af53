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
import { VerifyGuardianButton } from './verify-guardian-button.tsx'

/** Who answers for a minor; nothing for adults, and for whoever may not see contacts. */
export function GuardiansPanel({ athlete }: { athlete: Athlete }) {
  const heading = useFocusWhenLost(athlete.guardians?.length)
  if (!athlete.minor || !athlete.guardians) return null
  return (
    <Panel headingRef={heading} title="Guardians">
      {athlete.guardians.length === 0 ? (
        <p className="text-sm text-grey">
          Nobody has confirmed to be the guardian yet. Ask a contact with the relation Guardian or Parent.
        </p>
      ) : (
        <ul className="-mt-4 divide-y divide-line-soft">
          {athlete.guardians.map((guardian) => (
            <GuardianItem key={guardian.id} athlete={athlete} guardian={guardian} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function GuardianItem({ athlete, guardian }: { athlete: Athlete; guardian: Guardian }) {
  const { name, state, isMember } = guardian
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ink">
          <span className="break-words">{name}</span>
          <GuardianState state={state} />
          {isMember && <StatusBadge tone="warning">Member, can’t sign</StatusBadge>}
        </p>
        <p className="text-xs text-grey">
          <Standing guardian={guardian} />
        </p>
      </div>
      {athlete.editable && (
        <div className="flex flex-wrap gap-2">
          {state === 'confirmed' && guardian.verifying !== 'by-colleague' && (
            <VerifyGuardianButton athlete={athlete} guardian={guardian} />
          )}
          <EndButton athlete={athlete} guardian={guardian} />
        </div>
      )}
    </li>
  )
}

function Standing({
  guardian: { state, invitedAt, confirmedAt, consentsToAccount, verified, verifying },
}: {
  guardian: Guardian
}) {
  if (state === 'invited' || !confirmedAt) {
    return (
      <>
        Asked <Day at={invitedAt} />
      </>
    )
  }
  return (
    <>
      Confirmed <Day at={confirmedAt} /> · {consentsToAccount ? 'allows an account' : 'does not allow an account'}
      {verified && (
        <>
          {' '}
          · {verifications[verified.how]}
          {verified.by && `, ${verified.by}`}, <Day at={verified.at} />
          {verified.selfVerifiedBecause !== null && ` · self-verified: “${verified.selfVerifiedBecause}”`}
        </>
      )}
      {state === 'confirmed' && verifying === 'by-colleague' && ' · You asked them, so a colleague verifies them'}
    </>
  )
}

function EndButton({ athlete, guardian: { id, name, state } }: { athlete: Athlete; guardian: Guardian }) {
  const [removeGuardian] = guardiansApi.useRemoveGuardianMutation()
  const { id: organization } = useOrganization()
  const [open, setOpen] = useState(false)
  const isAsked = state === 'invited'
  return (
    <>
      <Button
        look="secondary"
        size="small"
        aria-label={isAsked ? `Withdraw the question to ${name}` : `End the guardianship of ${name}`}
        onClick={() => setOpen(true)}
      >
        {isAsked ? 'Withdraw' : 'End'}
      </Button>
      <ConfirmDialog
        open={open}
        title={isAsked ? `Withdraw the question to ${name}?` : `End the guardianship of ${name}?`}
        confirm={isAsked ? 'Withdraw' : 'End guardianship'}
        confirming="Saving…"
        onConfirm={async () => {
          await removeGuardian({ organization, athlete: athlete.id, guardian: id }).unwrap()
          showToast('success', isAsked ? 'The question was withdrawn.' : 'The guardianship has ended.')
        }}
        onClose={() => setOpen(false)}
      >
        <p>
          {isAsked
            ? 'The link in the email stops working. You can ask again.'
            : `If no other guardian allows it, the account of ${athleteName(athlete)} is closed. The contact stays.`}
        </p>
      </ConfirmDialog>
    </>
  )
}
