import type { Plan } from '@sherpa/contracts/plan'
import { TRIAL_DAYS } from '@sherpa/contracts/subscription'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { counted } from '../../data/counted.ts'
import { billingDayInWords } from './billing-dates.tsx'
import { PlanTable } from './plan-table.tsx'
import { PurchaseDialog } from './purchase-dialog.tsx'

type PlanChoiceState = { trialAvailable: boolean; trialEndsAt: string | null; seatsTaken: number }

/** One trial per organization. */
export function ChoosePlan({
  plans,
  state: { trialAvailable, trialEndsAt, seatsTaken },
  signed,
  billingEmail,
}: {
  plans: Plan[]
  state: PlanChoiceState
  /** Athletes that count towards a plan. Undefined for people who don't see all of them. */
  signed: number | undefined
  billingEmail: string
}) {
  const [chosen, setChosen] = useState<Plan>()
  const hasRoom = (limit: number | null, needed: number) => limit === null || limit >= needed
  const fitting = plans.find(({ limits }) => hasRoom(limits.seats, seatsTaken) && hasRoom(limits.athletes, signed ?? 0))
  const verb = !trialAvailable ? 'Subscribe' : trialEndsAt ? 'Choose' : 'Start trial'
  const isPriced = plans.some(({ priceCents }) => priceCents !== null)
  return (
    <Panel
      title="Choose a plan"
      lead={
        trialAvailable && trialEndsAt
          ? `Your free trial runs until ${billingDayInWords(trialEndsAt)}, with or without a plan. Cancel anytime.`
          : trialAvailable
            ? `Free for ${TRIAL_DAYS} days. No credit card required. Cancel anytime.`
            : 'Your free trial is over. Subscribe to a plan to continue.'
      }
    >
      <p className="pb-4 text-sm text-slate">
        {fitting && `${usageInWords(seatsTaken, signed)}: ${fitting.name} fits. `}
        {!isPriced && 'We send you a price. You pay by invoice once you accept it.'}
      </p>
      <PlanTable plans={plans} fittingPlanId={fitting?.id} verb={verb} onChoose={setChosen} />
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

function usageInWords(seats: number, signed: number | undefined) {
  return [counted(seats, 'seat'), ...(signed === undefined ? [] : [counted(signed, 'signed athlete')])].join(' and ')
}
