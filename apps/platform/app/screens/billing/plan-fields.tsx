import type { Plan } from '@sherpa/contracts/plan'
import { formatMoney } from '@sherpa/contracts/subscription'
import { RadioCard } from '@sherpa/ui/choice'
import { controlClass, Field } from '@sherpa/ui/field'
import { useId } from 'react'
import { EmailField } from '../../forms/text-field.tsx'

export type PlanChoice = { planId: string; seats: number; billingEmail: string }

/** Which plan, for how many people, and where its invoices go. */
export function PlanFields({
  plans,
  initial,
  errors,
}: {
  plans: Plan[]
  initial: Partial<PlanChoice>
  errors: ReadonlyMap<string, string>
}) {
  const id = useId()
  const planError = errors.get('planId')
  return (
    <>
      <fieldset aria-describedby={planError && id} className="min-w-0">
        <legend className="text-sm font-semibold text-ink">Plan</legend>
        <div className="mt-2 grid gap-4">
          {plans.map((plan) => (
            <RadioCard
              key={plan.id}
              name="planId"
              value={plan.id}
              defaultChecked={plan.id === initial.planId}
              aria-invalid={planError ? true : undefined}
              title={plan.name}
            >
              <PlanWords plan={plan} />
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

/** What differs between plans today: how many people have room, and what it costs. */
function PlanWords({ plan: { description, limits, priceCents } }: { plan: Plan }) {
  return (
    <>
      <span className="block">{description}</span>
      <span className="mt-1 block font-medium text-ink">
        {limited(limits.seats, 'seats')} · {limited(limits.athletes, 'athletes')}
      </span>
      <span className="mt-1 block">
        {priceCents === null
          ? 'Talk to us: we agree the price with you'
          : `${formatMoney(priceCents)} per seat and month`}
      </span>
    </>
  )
}

function limited(count: number | null, noun: string) {
  return count === null ? `Any number of ${noun}` : `Up to ${count.toLocaleString('en-US')} ${noun}`
}
