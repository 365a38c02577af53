import { guardiansApi } from '@sherpa/api-client/guardians'
import { type Guardianship, guardianConfirmation } from '@sherpa/contracts/guardian'
import { Button } from '@sherpa/ui/button'
import { RadioCard } from '@sherpa/ui/choice'
import { showToast } from '@sherpa/ui/toast-area'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { PlainFormMessage } from '../../forms/plain-form-message.tsx'
import { useForm } from '../../forms/use-form.ts'

/** Confirms or declines a guardianship. Consent to the account has no default. */
export function GuardianAnswer({
  guardianship: { id, athlete, organization },
  onConfirmed,
  onDeclined,
}: {
  guardianship: Pick<Guardianship, 'id' | 'athlete' | 'organization'>
  onConfirmed?: () => unknown
  onDeclined?: () => unknown
}) {
  const [confirmGuardianship] = guardiansApi.useConfirmGuardianshipMutation()
  const [declineGuardianship] = guardiansApi.useDeclineGuardianshipMutation()
  const [declining, setDeclining] = useState(false)
  const errorId = useId()
  const { errors, failureText, busy, formProps } = useForm({
    schema: guardianConfirmation,
    read: ({ consentsToAccount }) => (consentsToAccount ? { consentsToAccount: consentsToAccount === 'yes' } : {}),
    async send(body) {
      await confirmGuardianship({ guardianship: id, body }).unwrap()
      showToast('success', `Confirmed. ${organization} has been notified.`)
      await onConfirmed?.()
    },
  })
  const error = errors.get('consentsToAccount')
  return (
    <>
      <form {...formProps} className="flex flex-col gap-5">
        <PlainFormMessage failure={failureText} />
        <fieldset aria-describedby={error && errorId} className="flex flex-col gap-3">
          <legend className="mb-2 text-sm font-semibold text-ink">Can {athlete} have an account on Sherpa?</legend>
          <RadioCard name="consentsToAccount" value="yes" title="Yes, I allow it">
            {organization} can invite {athlete}, who then sees their own record.
          </RadioCard>
          <RadioCard name="consentsToAccount" value="no" title="No">
            {athlete} cannot be invited by {organization}. You can allow it later.
          </RadioCard>
          {error && (
            <p id={errorId} className="text-sm font-medium text-error">
              {error}
            </p>
          )}
        </fieldset>
        <div className="flex flex-col gap-3">
          <Button type="submit" busy={busy}>
            {busy ? 'Confirming…' : 'Confirm that I am the guardian'}
          </Button>
          <Button look="secondary" disabled={busy} onClick={() => setDeclining(true)}>
            I am not the guardian
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={declining}
        title={`Not the guardian of ${athlete}?`}
        confirm="Send answer"
        confirming="Sending…"
        look="primary"
        onConfirm={async () => {
          await declineGuardianship({ guardianship: id }).unwrap()
          showToast('success', `${organization} has been notified that you are not the guardian.`)
          await onDeclined?.()
        }}
        onClose={() => setDeclining(false)}
      >
        <p>
          {organization} will be notified that you are not the parent or guardian. The link in the email stops working.
        </p>
      </ConfirmDialog>
    </>
  )
}
