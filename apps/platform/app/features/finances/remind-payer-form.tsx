import { financesApi } from '@sherpa/api-client/finances'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import { LONGEST_REMINDER, newReminder, type ReminderDraft } from '@sherpa/contracts/payment'
import { Checkbox } from '@sherpa/ui/choice'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { dayOf } from '../../data/moments.tsx'
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
  draft: { to, addresses, subject, text, reminders, remindedToday },
  onClose,
}: {
  payment: Pick<PaymentRow, 'id'>
  draft: ReminderDraft
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [remind] = financesApi.useRemindPayerMutation()
  const [again, setAgain] = useState(false)
  const { errors, failureText, busy, formProps } = useForm({
    schema: newReminder,
    read: (typed) => ({ ...typed, again }),
    async send(body) {
      await remind({ organization, payment: payment.id, body }).unwrap()
      onClose()
      showToast('success', `Reminder sent to ${body.to}.`)
    },
  })
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
      <Field
        label="To"
        error={errors.get('to')}
        hint={to === null && 'This payer has no email address. Add a contact to the company first.'}
      >
        {(control) => (
          <Select {...control} name="to" defaultValue={to ?? ''}>
            {to === null && <option value="">No address</option>}
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
      {remindedToday && (
        <div className="rounded-md bg-summit-pale px-4 py-3 text-sm text-summit-ink">
          <p className="font-semibold">This payer was reminded within the last 24 hours.</p>
          <Checkbox checked={again} onChange={({ target }) => setAgain(target.checked)}>
            Send another reminder
          </Checkbox>
        </div>
      )}
      <SubmitActions label="Send reminder" busyLabel="Sending…" busy={busy} onCancel={onClose} />
    </form>
  )
}
