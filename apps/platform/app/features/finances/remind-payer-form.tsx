import { financesApi } from '@sherpa/api-client/finances'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import { LONGEST_REMINDER, newReminder, type ReminderDraft } from '@sherpa/contracts/payment'
import { Button, buttonClass } from '@sherpa/ui/button'
import { DialogActions } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { Link } from 'react-router'
import { dayOf } from '../../data/moments.tsx'
import { reachedSentence } from '../../data/reached-sentence.ts'
import { addContactAddress } from '../../data/use-reminder.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'

/** The reminder is a draft until a person sends it. */
export function RemindPayerForm({ payment, onClose }: { payment: Pick<PaymentRow, 'id'>; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const draft = financesApi.useReminderDraftQuery(
    { organization, payment: payment.id },
    { refetchOnMountOrArgChange: true },
  )
  return <Loaded query={draft}>{(data) => <DraftForm payment={payment} draft={data} onClose={onClose} />}</Loaded>
}

function DraftForm({
  payment,
  draft: { to, addresses, refused, company, subject, text, reminders },
  onClose,
}: {
  payment: Pick<PaymentRow, 'id'>
  draft: ReminderDraft
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [remind] = financesApi.useRemindPayerMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newReminder,
    async send(body) {
      const { reached } = await remind({ organization, payment: payment.id, body }).unwrap()
      onClose()
      showToast('success', reachedSentence(reached))
    },
  })
  if (to === null) {
    return (
      <div className="flex flex-col gap-4 text-sm">
        <p>
          {refused.length > 0
            ? `Email to ${refused.join(' and ')} is refused by the mail server.`
            : `${company.name} has no email address.`}{' '}
          Nobody can be reminded.
        </p>
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Link to={addContactAddress(organization, company.id)} className={buttonClass({ look: 'primary' })}>
            Add a contact
          </Link>
        </DialogActions>
      </div>
    )
  }
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      {reminders.length > 0 && (
        <ul className="text-sm text-grey">
          {reminders.map(({ at, by, to }) => (
            <li key={at}>
              Reminded {dayOf(at)}
              {by && ` by ${by.name}`}, {to}
            </li>
          ))}
        </ul>
      )}
      <Field label="To" error={errors.get('to')}>
        {(control) => (
          <Select {...control} name="to" defaultValue={to}>
            {[...new Set(addresses)].map((address) => (
              <option key={address}>{address}</option>
            ))}
          </Select>
        )}
      </Field>
      <p className="text-sm text-grey">Subject: {subject}</p>
      <Field
        label="Message"
        error={errors.get('text')}
        hint={<span className="text-grey">Replies go to your email address.</span>}
      >
        {(control) => (
          <textarea
            {...control}
            name="text"
            rows={10}
            maxLength={LONGEST_REMINDER}
            defaultValue={text}
            className={controlClass}
          />
        )}
      </Field>
      <SubmitActions label="Send reminder" busyLabel="Sending…" busy={busy} onCancel={onClose} />
    </form>
  )
}
