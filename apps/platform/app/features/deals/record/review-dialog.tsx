import { dealsApi } from '@sherpa/api-client/deals'
import { type Deal, newDecision } from '@sherpa/contracts/deal'
import { RadioCard } from '@sherpa/ui/choice'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import { AgeCorrectionNotice } from './age-notices.tsx'
import { currentVersion } from './contested-terms.ts'
import { useShowPresent } from './use-show-present.ts'

const answers = [
  ['approved', 'Approve', 'Move it to signing.'],
  ['changes', 'Request changes', 'Return it to draft. Explain what to change.'],
  ['declined', 'Decline', 'Close the deal. It can be reopened.'],
] as const
const done = { approved: 'Version approved.', changes: 'Changes requested.', declined: 'Version declined.' }

export function ReviewDialog({ deal, open, onClose }: { deal: Deal; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title={`Review version ${deal.newestVersion}`} onClose={onClose}>
      <ReviewForm deal={deal} onClose={onClose} />
    </Dialog>
  )
}

function ReviewForm({ deal, onClose }: { deal: Deal; onClose: () => void }) {
  const { user } = useAccount()
  const { id: organization } = useOrganization()
  const showPresent = useShowPresent(organization)
  const isSelfApproval = deal.approvals.some(
    ({ person, mark, decision }) => person?.id === user.id && mark === 'self-approved' && !decision,
  )
  const [decide] = dealsApi.useDecideDealMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newDecision,
    read: ({ decision, comment }) => ({
      number: deal.newestVersion,
      decision,
      comment: comment ? String(comment).trim() || null : null,
    }),
    async send(body) {
      try {
        await decide({ organization, deal: deal.id, body }).unwrap()
      } catch (error) {
        showPresent(error)
        throw error
      }
      showToast('success', done[body.decision])
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <AgeCorrectionNotice deal={deal} />
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 text-sm">{currentVersion(deal).title}</legend>
        {answers.map(([value, title, about]) => (
          <RadioCard key={value} name="decision" value={value} title={title} defaultChecked={value === 'approved'}>
            {about}
          </RadioCard>
        ))}
      </fieldset>
      <Field
        label="Comment"
        note={isSelfApproval ? undefined : 'optional'}
        hint={isSelfApproval && 'You’re the only approver here. Explain why you approve it yourself.'}
        error={errors.get('comment')}
      >
        {(control) => <textarea {...control} name="comment" rows={3} maxLength={1000} className={controlClass} />}
      </Field>
      <SubmitActions label="Submit" busyLabel="Submitting…" busy={busy} onCancel={onClose} />
    </form>
  )
}
