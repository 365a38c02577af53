import { subscriptionsApi } from '@sherpa/api-client/subscriptions'
import type { Plan } from '@sherpa/contracts/plan'
import { type Subscription, subscriptionChange } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { FormMessage } from '../../forms/form-message.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganisation } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import { PlanFields, readPlanChoice } from './plan-fields.tsx'
import { changeInWords } from './subscription-words.ts'

type ChangePlan = { subscription: Subscription; plans: Plan[]; onClose: () => void }

export function ChangePlanDialog({ open, ...rest }: ChangePlan & { open: boolean }) {
  return (
    <Dialog open={open} title="Change plan or seats" onClose={rest.onClose}>
      <ChangePlanForm {...rest} />
    </Dialog>
  )
}

function ChangePlanForm({ subscription, plans, onClose }: ChangePlan) {
  const dispatch = useAppDispatch()
  const { id } = useOrganisation()
  // Whoever has a smaller plan ahead goes on from that.
  const { planId, seats } = subscription.next ?? subscription
  const agreed = subscription.priceCents
  const [consequence, setConsequence] = useState(changeInWords(subscription, { planId, seats }))
  const { errors, failureText, busy, formProps } = useForm({
    schema: subscriptionChange,
    read: readPlanChoice(id),
    async send(values) {
      await dispatch(subscriptionsApi.endpoints.changeSubscription.initiate(values)).unwrap()
      onClose()
      showToast('success', 'Your plan has been changed.')
    },
  })

  function foresee(form: HTMLFormElement) {
    const typed = new FormData(form)
    const chosen = { planId: String(typed.get('planId')), seats: Number(typed.get('seats')) }
    setConsequence(changeInWords(subscription, chosen))
  }

  return (
    <form {...formProps} onChange={(event) => foresee(event.currentTarget)} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      <PlanFields
        plans={plans.map((plan) => (plan.id === subscription.planId ? { ...plan, priceCents: agreed } : plan))}
        initial={{ planId, seats, billingEmail: subscription.billingEmail }}
        errors={errors}
      />
      <p role="status" className="text-sm font-medium text-ink empty:hidden">
        {consequence}
      </p>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? 'Saving…' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  )
}
