import { dealsApi } from '@sherpa/api-client/deals'
import { type Deal, newDecision } from '@sherpa/contracts/deal'
import { RadioCard } from '@sherpa/ui/choice'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { currentVersion } from './contested-terms.ts'

const answers = [
  ['approved', 'Approve', 'This version may go on.'],
  ['changes', 'Ask for changes', 'It goes back to a draft. Say what should change.'],
  ['declined', 'Decline', 'The deal ends here, unless somebody reopens it.'],
] as const
const done = { approved: 'Approved.', changes: 'You asked for changes.', declined: 'Declined.' }

/** One person's answer to one version of a deal. */
export function DecideDialog({ deal, open, onClose }: { deal: Deal; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title={`Your decision about version ${deal.newest}`} onClose={onClose}>
      <DecideForm deal={deal} onClose={onClose} />
    </Dialog>
  )
}

function DecideForm({ deal, onClose }: { deal: Deal; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [decide] = dealsApi.useDecideDealMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newDecision,
    read: ({ decision, word }) => ({ number: deal.newest, decision, word: word ? String(word).trim() || null : null }),
    async send(body) {
      await decide({ organization, deal: deal.id, body }).unwrap()
      showToast('success', done[body.decision])
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 text-sm">{currentVersion(deal).title}</legend>
        {answers.map(([value, title, about]) => (
          <RadioCard key={value} name="decision" value={value} title={title} defaultChecked={value === 'approved'}>
            {about}
          </RadioCard>
        ))}
      </fieldset>
      <Field label="A word about it" note="optional" error={errors.get('word')}>
        {(control) => <textarea {...control} name="word" rows={3} maxLength={1000} className={controlClass} />}
      </Field>
      <SubmitActions label="Send" busyLabel="Sending…" busy={busy} onCancel={onClose} />
    </form>
  )
}
