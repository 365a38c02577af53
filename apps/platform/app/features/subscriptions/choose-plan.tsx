import type { Plan } from '@sherpa/contracts/plan'
import { TRIAL_DAYS } from '@sherpa/contracts/subscription'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { PlanTable } from './plan-table.tsx'
import { PurchaseDialog } from './purchase-dialog.tsx'

type PlanChoiceState = { trialAvailable: boolean; seatsTaken: number }

/** One trial per organization. */
export function ChoosePlan({
  plans,
  state: { trialAvailable, seatsTaken },
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
        trialAvailable
          ? `Free for ${TRIAL_DAYS} days. No credit card required. Cancel anytime.`
          : 'Your free trial has been used. You pay by invoice after accepting a price. Cancel anytime.'
      }
    >
      <PlanTable plans={plans} onChoose={setChosen} />
      <PurchaseDialog
        chosen={chosen}
        plans={plans}
        withTrial={trialAvailable}
        seatsTaken={seatsTaken}
        billingEmail={billingEmail}
        onClose={() => setChosen(undefined)}
      />
    </Panel>
  )
}
