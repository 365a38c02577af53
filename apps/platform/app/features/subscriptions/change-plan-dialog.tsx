import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import type { Plan } from '@sherpa/contracts/plan'
import { type Subscription, subscriptionChange } from '@sherpa/contracts/subscription'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { PlanFields, parseWhole, readPlanChoice } from './plan-fields.tsx'
import { changeInWords } from './subscription-words.ts'

type ChangePlan = {
  subscription: Subscription
  plans: Plan[]
  /** Preselected. */
  planId: string
  onClose: () => void
}

export function ChangePlanDialog({ planId, ...rest }: Omit<ChangePlan, 'planId'> & { planId: string | undefined }) {
  return (
    <Dialog open={planId !== undefined} title="Change plan or seats" onClose={rest.onClose}>
      {planId !== undefined && <ChangePlanForm planId={planId} {...rest} />}
    </Dialog>
  )
}

function ChangePlanForm({ subscription, plans, planId, onClose }: ChangePlan) {
  const [changeSubscription] = subscriptionsApi.useChangeSubscriptionMutation()
  const { id } = useOrganization()
  // Starts from a change that is already scheduled.
  const { seats } = subscription.next ?? subscription
  const [consequence, setConsequence] = useState(changeInWords(subscription, { planId, seats }, plans))
  const { errors, failureText, busy, formProps } = useForm({
    schema: subscriptionChange,
    read: readPlanChoice(id),
    async send(values) {
      await changeSubscription({ body: values }).unwrap()
      onClose()
      showToast('success', 'Plan updated.')
    },
  })

  function updateConsequence(form: HTMLFormElement) {
    const typed = new FormData(form)
    const chosen = { planId: String(typed.get('planId')), seats: parseWhole(typed.get('seats')) ?? seats }
    setConsequence(changeInWords(subscription, chosen, plans))
  }

  return (
    <form {...formProps} onChange={(event) => updateConsequence(event.currentTarget)} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      <PlanFields plans={plans} initial={{ planId, seats }} errors={errors} />
      <p role="status" className="text-sm font-medium text-ink empty:hidden">
        {consequence}
      </p>
      <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
