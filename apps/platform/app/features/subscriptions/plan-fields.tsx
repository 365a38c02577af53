import type { Plan } from '@sherpa/contracts/plan'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'

export function PlanFields({
  plans,
  initial,
  errors,
}: {
  plans: Plan[]
  initial: { planId: string; seats: number }
  errors: ReadonlyMap<string, string>
}) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <Field label="Plan" error={errors.get('planId')}>
        {(control) => (
          <Select {...control} name="planId" defaultValue={initial.planId}>
            {plans.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
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
      <p className="text-sm sm:col-span-2">Each member and each pending invitation uses a seat. Athletes don’t.</p>
    </div>
  )
}

export function readPlanChoice(organization: string) {
  return ({ seats, ...rest }: Record<string, unknown>) => ({ organization, ...rest, seats: parseWhole(seats) })
}

export function parseWhole(typed: unknown) {
  return /^\s*\d+\s*$/.test(String(typed)) ? Number(typed) : undefined
}
