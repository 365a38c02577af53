import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import type { Plan } from '@sherpa/contracts/plan'
import { purchase, TRIAL_DAYS } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { EmailField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { PlanFields, readPlanChoice } from './plan-fields.tsx'

const USUAL_SEATS = 3

type Purchase = {
  plans: Plan[]
  withTrial: boolean
  seatsTaken: number
  billingEmail: string
  onClose: () => void
}

/** The last step before a plan begins: for how many people, and where billing email goes. */
export function PurchaseDialog({ chosen, ...rest }: Purchase & { chosen: Plan | undefined }) {
  return (
    <Dialog
      open={chosen !== undefined}
      title={rest.withTrial ? 'Start your free trial' : 'Subscribe'}
      onClose={rest.onClose}
    >
      {chosen && <PurchaseForm chosen={chosen} {...rest} />}
    </Dialog>
  )
}

function PurchaseForm({ chosen, plans, withTrial, seatsTaken, billingEmail, onClose }: Purchase & { chosen: Plan }) {
  const [purchaseSubscription] = subscriptionsApi.usePurchaseSubscriptionMutation()
  const { id } = useOrganization()
  const keyFor = useIdempotencyKey()
  const { errors, failureText, busy, formProps } = useForm({
    schema: purchase,
    read: readPlanChoice(id),
    async send(values) {
      await purchaseSubscription({ body: values, headers: { 'Idempotency-Key': keyFor(values) } }).unwrap()
      onClose()
      showToast('success', withTrial ? 'Your free trial has started.' : 'You have subscribed.')
    },
  })
  const seats = Math.max(Math.min(USUAL_SEATS, chosen.limits.seats ?? USUAL_SEATS), seatsTaken)
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
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          {withTrial ? startTrial(busy) : subscribe(busy)}
        </Button>
      </DialogActions>
    </form>
  )
}

const startTrial = (busy: boolean) => (busy ? 'Starting…' : `Start ${TRIAL_DAYS}-day trial`)
const subscribe = (busy: boolean) => (busy ? 'Subscribing…' : 'Subscribe')
