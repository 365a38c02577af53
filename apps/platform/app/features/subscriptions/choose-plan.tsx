import type { Plan } from '@sherpa/contracts/plan'
import { TRIAL_DAYS } from '@sherpa/contracts/subscription'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { billingDayInWords } from './billing-dates.tsx'
import { PlanTable } from './plan-table.tsx'
import { PurchaseDialog } from './purchase-dialog.tsx'

type PlanChoiceState = { trialAvailable: boolean; trialEndsAt: string | null; seatsTaken: number }

/** One trial per organization. */
export function ChoosePlan({
  plans,
  state: { trialAvailable, trialEndsAt, seatsTaken },
  billingEmail,
}: {
  plans: Plan[]
  state: PlanChoiceState
  billingEmail: string
}) {
  const [chosen, setChosen] = useState<Plan>()
  return (
    <Panel
      title="Choose a plan"
      lead={
        trialAvailable && trialEndsAt
          ? `Your free trial runs until ${billingDayInWords(trialEndsAt)}, with or without a plan. Cancel anytime.`
          : trialAvailable
            ? `Free for ${TRIAL_DAYS} days. No credit card required. Cancel anytime.`
            : 'Your free trial has been used. You pay by invoice after accepting a price. Cancel anytime.'
      }
    >
      <PlanTable plans={plans} onChoose={setChosen} />
      <PurchaseDialog
        chosen={chosen}
        plans={plans}
        withTrial={trialAvailable}
        isTrialRunning={trialAvailable && trialEndsAt !== null}
        seatsTaken={seatsTaken}
        billingEmail={billingEmail}
        onClose={() => setChosen(undefined)}
      />
    </Panel>
  )
}
