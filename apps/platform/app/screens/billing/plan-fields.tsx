import type { Plan } from '@sherpa/contracts/plan'
import { formatMoney } from '@sherpa/contracts/subscription'
import { RadioCard } from '@sherpa/ui/choice'
import { controlClass, Field } from '@sherpa/ui/field'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useId } from 'react'
import { EmailField } from '../../forms/text-field.tsx'

export type PlanChoice = { planId: string; seats: number; billingEmail: string }

/** Which plan, for how many people, and where its invoices go. */
export function PlanFields({
  plans,
  initial,
  errors,
  detailed,
}: {
  plans: Plan[]
  initial: Partial<PlanChoice>
  errors: ReadonlyMap<string, string>
  /** Whether to show what each plan offers. */
  detailed: boolean
}) {
  const id = useId()
  const planError = errors.get('planId')
  return (
    <>
      <fieldset aria-describedby={planError && id} className="min-w-0">
        <legend className="text-sm font-semibold text-ink">Plan</legend>
        <div className={`mt-2 grid gap-4 ${detailed ? 'lg:grid-cols-3' : ''}`}>
          {plans.map((plan) => (
            <RadioCard
              key={plan.id}
              name="planId"
              value={plan.id}
              defaultChecked={plan.id === initial.planId}
              aria-invalid={planError ? true : undefined}
              title={plan.name}
            >
              <PlanWords plan={plan} detailed={detailed} />
            </RadioCard>
          ))}
        </div>
        {planError && (
          <p id={id} className="mt-1.5 text-sm font-medium text-error">
            {planError}
          </p>
        )}
      </fieldset>
      <div className="grid items-start gap-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Field label="Seats" error={errors.get('seats')}>
          {(control) => (
            <input
              {...control}
              name="seats"
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              defaultValue={initial.seats}
              className={controlClass}
            />
          )}
        </Field>
        <EmailField name="billingEmail" label="Invoices go to" defaultValue={initial.billingEmail} errors={errors} />
      </div>
      <p className="text-sm">
        Everyone but athletes takes a seat, and so does an open invitation. Athletes are free, up to the number of the
        plan.
      </p>
    </>
  )
}

/** Turns what was typed into what the contract reads. */
export function readPlanChoice(organisation: string) {
  return ({ planId, seats, billingEmail }: Record<string, unknown>) => ({
    organisation,
    planId,
    seats: /^\s*\d+\s*$/.test(String(seats)) ? Number(seats) : undefined,
    billingEmail,
  })
}

function PlanWords({
  plan: { description, features, limits, priceCents },
  detailed,
}: {
  plan: Plan
  detailed: boolean
}) {
  return (
    <>
      <span className="block">{description}</span>
      {(detailed || priceCents !== null) && (
        <span className="mt-2 block text-ink">
          {priceCents === null
            ? 'Talk to us: we agree the price with you during the trial'
            : `${formatMoney(priceCents)} per seat and month`}
        </span>
      )}
      <span className={`block text-xs ${detailed ? 'mt-2' : 'mt-0.5'}`}>
        {limited(limits.seats, 'seats')} · {limited(limits.athletes, 'athletes')}
      </span>
      {detailed && (
        <span className="mt-3 flex flex-col gap-1.5">
          {features.map((feature) => (
            <span key={feature} className="flex items-start gap-2">
              <ToolIcon name="check" className="mt-1 size-4 text-glacier" />
              {feature}
            </span>
          ))}
        </span>
      )}
    </>
  )
}

function limited(count: number | null, noun: string) {
  return count === null ? `Any number of ${noun}` : `Up to ${count.toLocaleString('en-US')} ${noun}`
}
