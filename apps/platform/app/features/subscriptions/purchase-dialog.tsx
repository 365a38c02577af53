import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import type { Plan } from '@sherpa/contracts/plan'
import { purchase, TRIAL_DAYS } from '@sherpa/contracts/subscription'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { reloadAccount } from '../../data/reload-account.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { EmailField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import { PlanFields, readPlanChoice } from './plan-fields.tsx'

const DEFAULT_SEATS = 3

type Purchase = {
  plans: Plan[]
  withTrial: boolean
  /** It started with the organization. */
  isTrialRunning: boolean
  seatsTaken: number
  billingEmail: string
  onClose: () => void
}

export function PurchaseDialog({ chosen, ...rest }: Purchase & { chosen: Plan | undefined }) {
  return (
    <Dialog
      open={chosen !== undefined}
      title={rest.isTrialRunning ? 'Choose a plan' : rest.withTrial ? 'Start your free trial' : 'Subscribe'}
      onClose={rest.onClose}
    >
      {chosen && <PurchaseForm chosen={chosen} {...rest} />}
    </Dialog>
  )
}

function PurchaseForm({
  chosen,
  plans,
  withTrial,
  isTrialRunning,
  seatsTaken,
  billingEmail,
  onClose,
}: Purchase & { chosen: Plan }) {
  const dispatch = useAppDispatch()
  const [label, done] = isTrialRunning
    ? ['Choose plan', 'Plan chosen. Your trial continues.']
    : withTrial
      ? [`Start ${TRIAL_DAYS}-day trial`, 'Your free trial has started.']
      : ['Subscribe', 'Subscription started.']
  const [purchaseSubscription] = subscriptionsApi.usePurchaseSubscriptionMutation()
  const { id } = useOrganization()
  const keyFor = useIdempotencyKey()
  const { errors, failureText, busy, formProps } = useForm({
    schema: purchase,
    read: readPlanChoice(id),
    async send(values) {
      await purchaseSubscription({ body: values, headers: { 'Idempotency-Key': keyFor(values) } }).unwrap()
      await reloadAccount(dispatch)
      onClose()
      showToast('success', done)
    },
  })
  const seats = Math.max(Math.min(DEFAULT_SEATS, chosen.limits.seats ?? DEFAULT_SEATS), seatsTaken)
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      <PlanFields plans={plans} initial={{ planId: chosen.id, seats }} errors={errors} />
      <EmailField
        name="billingEmail"
        label="Billing email"
        hint="We send prices and invoices to this address."
        defaultValue={billingEmail}
        errors={errors}
      />
      <SubmitActions label={label} busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
