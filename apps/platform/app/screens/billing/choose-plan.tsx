import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import type { Plan } from '@sherpa/contracts/plan'
import { purchase, TRIAL_DAYS } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useAccount, useOrganisation } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import { PlanFields, readPlanChoice } from './plan-fields.tsx'

const USUAL_SEATS = 3

/** What there is to know before a plan is chosen. */
type Standing = { trialAvailable: boolean; seatsTaken: number }

/** An organisation tries Sherpa once; whoever comes back begins where a trial ends. */
export function ChoosePlan({ plans, standing }: { plans: Plan[]; standing: Standing }) {
  const withTrial = standing.trialAvailable
  const seats = Math.max(USUAL_SEATS, standing.seatsTaken)
  const fitting = plans.find(({ limits }) => limits.seats === null || limits.seats >= seats)
  const dispatch = useAppDispatch()
  const { user } = useAccount()
  const { id } = useOrganisation()
  const keyFor = useIdempotencyKey()
  const { errors, failureText, busy, formProps } = useForm({
    schema: purchase,
    read: readPlanChoice(id),
    async send(values) {
      const request = { purchase: values, idempotencyKey: keyFor(values) }
      await dispatch(subscriptionsApi.endpoints.purchaseSubscription.initiate(request)).unwrap()
      showToast('success', withTrial ? 'Your trial has started.' : 'Your plan is there.')
    },
  })
  return (
    <Panel
      title="Choose a plan"
      lead={
        withTrial
          ? `Try it for ${TRIAL_DAYS} days. No card, nothing to pay, and you can cancel at any time.`
          : 'Your trial has been used. An invoice comes once the price is agreed, and you can cancel at any time.'
      }
    >
      <form {...formProps} className="flex flex-col gap-6">
        <FormMessage failure={failureText} />
        <PlanFields
          plans={plans}
          initial={{ seats, billingEmail: user.email, ...(fitting && { planId: fitting.id }) }}
          errors={errors}
        />
        <Button type="submit" busy={busy} className="sm:self-start">
          {withTrial ? startTrial(busy) : subscribe(busy)}
        </Button>
      </form>
    </Panel>
  )
}

const startTrial = (busy: boolean) => (busy ? 'Starting your trial…' : `Start ${TRIAL_DAYS}-day trial`)
const subscribe = (busy: boolean) => (busy ? 'Subscribing…' : 'Subscribe')
