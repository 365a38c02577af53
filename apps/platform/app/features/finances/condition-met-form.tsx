import { financesApi } from '@sherpa/api-client/finances'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import { conditionMet } from '@sherpa/contracts/payment'
import { showToast } from '@sherpa/ui/toast-area'
import { moneyInWords } from '../../data/money.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'

/** A conditional payment becomes expected. */
export function ConditionMetForm({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const today = useToday()
  const [meet] = financesApi.useMeetConditionMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: conditionMet,
    async send(body) {
      await meet({ organization, payment: payment.id, body }).unwrap()
      onClose()
      showToast('success', `${payment.title} is now expected.`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">
        {payment.title}, {moneyInWords(payment.amountMinor, payment.currency)} to {payment.athlete.name}
        {payment.condition && <span className="block text-grey">Condition: {payment.condition}</span>}
      </p>
      <FormMessage failure={failureText} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="metOn" label="Met on" type="date" max={today} errors={errors} />
        <TextField name="dueOn" label="Due on" type="date" defaultValue={payment.dueOn ?? undefined} errors={errors} />
      </div>
      <SubmitActions label="Mark as met" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
