import type { Currency } from '@sherpa/contracts/currency'
import { type PaydayTemplate, paydayIntervals, paydayTemplates } from '@sherpa/contracts/paydays'
import { moneyInWords } from '../../data/money.ts'
import { errorsOfPlan, leftOf, linesOf, type PaydayLine, type PaydayPlan, planFromTemplate } from './payday-plan.ts'
import { RuleChoice, RuleText } from './rule-fields.tsx'

const templateNames = {
  ...(Object.fromEntries(Object.entries(paydayTemplates).map(([id, { title }]) => [id, title])) as Record<
    PaydayTemplate,
    string
  >),
  none: 'No paydays',
}

type PlanProps = {
  plan: PaydayPlan
  /** Null for a bonus. */
  season: number | null
  error?: string | undefined
  onChange: (plan: PaydayPlan) => void
}

/** Template, first payday and frequency. */
export function PaydayPlanFields({ plan, season, error, onChange }: PlanProps) {
  const { edited: _, ...listed } = plan
  const source = plan.template === 'none' ? null : paydayTemplates[plan.template].source
  return (
    <>
      <RuleChoice
        label="Template"
        value={plan.template}
        options={templateNames}
        onChange={(template) => onChange(planFromTemplate(template, season, plan.first))}
        error={undefined}
      />
      {source && <p className="-mt-2 text-xs text-grey">{source}. Check the dates against the contract.</p>}
      {plan.template !== 'none' && (
        <div className="grid gap-4 sm:grid-cols-3">
          <RuleText
            label="First payday"
            type="date"
            value={plan.first}
            onChange={(first) => onChange({ ...listed, first })}
            error={error}
          />
          <RuleChoice
            label="Frequency"
            value={plan.every}
            options={paydayIntervals}
            onChange={(every) => onChange({ ...listed, every })}
            error={undefined}
          />
          <RuleText
            label="Number of paydays"
            inputMode="numeric"
            maxLength={2}
            value={plan.times}
            onChange={(times) => onChange({ ...listed, times })}
            error={undefined}
          />
        </div>
      )}
    </>
  )
}

/** Paydays of one payment, from a template. Each day and amount can be changed. */
export function PaydayFields({
  plan,
  season,
  totalMinor,
  currency,
  showsErrors,
  onChange,
}: PlanProps & { totalMinor: number; currency: Currency; showsErrors: boolean }) {
  const lines = linesOf(plan, totalMinor, currency)
  const left = leftOf(plan, totalMinor, currency)
  const errors = showsErrors ? errorsOfPlan(plan, totalMinor, currency) : new Map<string, string>()
  const edit = (index: number, changes: Partial<PaydayLine>) =>
    onChange({ ...plan, edited: lines.map((line, at) => (at === index ? { ...line, ...changes } : line)) })

  return (
    <>
      <PaydayPlanFields plan={plan} season={season} error={errors.get('installments')} onChange={onChange} />
      {lines.length > 0 && (
        <fieldset className="rounded-md border border-line px-3 sm:max-h-72 sm:overflow-y-auto">
          <legend className="px-1 font-semibold text-ink">Paydays</legend>
          <ol className="divide-y divide-line-soft">
            {lines.map((line, index) => (
              // The order is the identity: days and amounts are edited in place.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index} className="grid gap-3 py-2 sm:grid-cols-2">
                <RuleText
                  label={`Date ${index + 1}`}
                  type="date"
                  value={line.day}
                  onChange={(day) => edit(index, { day })}
                  error={errors.get(`installments.${index}.day`)}
                />
                <RuleText
                  label={`Amount ${index + 1} (${currency})`}
                  inputMode="decimal"
                  maxLength={40}
                  value={line.amount}
                  onChange={(amount) => edit(index, { amount })}
                  error={errors.get(`installments.${index}.amountMinor`)}
                />
              </li>
            ))}
          </ol>
        </fieldset>
      )}
      {lines.length > 0 && left !== 0 && (
        <p role="status" className="text-error">
          {left > 0
            ? `${moneyInWords(left, currency)} is not in a payday yet.`
            : `The paydays are ${moneyInWords(-left, currency)} over the amount.`}
        </p>
      )}
    </>
  )
}
