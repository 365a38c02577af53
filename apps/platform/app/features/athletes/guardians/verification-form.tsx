import { guardiansApi } from '@sherpa/api-client/guardians'
import type { Athlete } from '@sherpa/contracts/athlete'
import { type Guardian, newVerification, verifications } from '@sherpa/contracts/guardian'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'

/** Records how a member verified a guardian. */
export function VerificationForm({
  athlete,
  guardian,
  onClose,
}: {
  athlete: Athlete
  guardian: Guardian
  onClose: () => void
}) {
  const [verifyGuardian] = guardiansApi.useVerifyGuardianMutation()
  const { id: organization } = useOrganization()
  const isAlone = guardian.verifying === 'alone'
  const { errors, failureText, busy, formProps } = useForm({
    schema: newVerification,
    async send(body) {
      await verifyGuardian({ organization, athlete: athlete.id, guardian: guardian.id, body }).unwrap()
      onClose()
      showToast('success', `${guardian.name} is verified.`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <p className="text-sm">Your name, the date and the method are logged.</p>
      <FormMessage failure={failureText} />
      <Field label="How did you verify them?" error={errors.get('how')}>
        {(control) => (
          <Select {...control} name="how" defaultValue="">
            <option value="" disabled>
              Choose
            </option>
            {Object.entries(verifications).map(([how, name]) => (
              <option key={how} value={how}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isAlone && (
        <Field
          label="Why are you verifying them yourself?"
          hint="You sent the request, and nobody else here can verify guardians. The verification is marked as self-verified."
          error={errors.get('reason')}
        >
          {(control) => <textarea {...control} name="reason" rows={3} maxLength={1000} className={controlClass} />}
        </Field>
      )}
      <SubmitActions label="Verify" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
