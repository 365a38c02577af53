import { dealsApi } from '@sherpa/api-client/deals'
import { type Currency, decimalOf, parseMoney, typedAmount } from '@sherpa/contracts/currency'
import { addMonths } from '@sherpa/contracts/days'
import type { Deal } from '@sherpa/contracts/deal'
import {
  changedPaydays,
  type DealPaydays,
  listPaydays,
  MOST_PAYDAYS,
  type PaydayInterval,
  type PaydaySchedule,
  type PaydayTemplate,
  paydayIntervals,
  paydayTemplates,
  type ScheduledPay,
  splitOver,
} from '@sherpa/contracts/paydays'
import { Checkbox } from '@sherpa/ui/choice'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { moneyInWords } from '../../../data/money.ts'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { RuleChoice, RuleText } from '../rule-fields.tsx'

type Plan = { template: PaydayTemplate | 'none'; every: PaydayInterval; first: string; times: string }
type Line = { day: string; amount: string }

const templateNames = {
  ...(Object.fromEntries(Object.entries(paydayTemplates).map(([id, { title }]) => [id, title])) as Record<
    PaydayTemplate,
    string
  >),
  none: 'No paydays',
}

/** Paydays of one payment, from a template. Each day and amount can be changed. */
export function PaydaysForm({
  deal,
  paydays: { pay, currency, version },
  chosen,
  onClose,
}: {
  deal: Deal
  paydays: DealPaydays
  chosen: ScheduledPay
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [change] = dealsApi.useChangeDealPaydaysMutation()
  const [plan, setPlan] = useState<Plan>(() => planOf(chosen.schedule?.template ?? 'own', chosen))
  const [lines, setLines] = useState<Line[]>(() => linesOf(chosen.schedule?.installments ?? [], currency))
  const others = pay.filter(
    (one) => one !== chosen && isBase(one) && isBase(chosen) && !one.schedule && !one.isUndecided,
  )
  const { template } = plan
  const [appliesToOthers, setAppliesToOthers] = useState(false)
  const source = plan.template === 'none' ? null : paydayTemplates[plan.template].source
  const left = chosen.amountMinor - lines.reduce((sum, { amount }) => sum + minorOf(amount, currency), 0)

  const { errors, failureText, busy, formProps } = useForm({
    schema: changedPaydays,
    read: () => ({
      version,
      schedules: [
        {
          ruleId: chosen.ruleId,
          schedule: template === 'none' ? null : { template, installments: lines.map(toInstallment) },
        },
        ...(appliesToOthers ? others.map((one) => ({ ruleId: one.ruleId, schedule: sameFor(one, chosen, plan) })) : []),
      ],
    }),
    async send(body) {
      await change({ organization, deal: deal.id, body }).unwrap()
      showToast('success', 'Paydays saved.')
      onClose()
    },
  })

  const toInstallment = ({ day, amount }: Line) => ({ day, amountMinor: typedAmount(amount, currency) })

  /** Lists the paydays anew. */
  function follow(changes: Partial<Plan>) {
    const next = { ...plan, ...changes }
    setPlan(next)
    const times = Number(next.times)
    if (next.template === 'none') return setLines([])
    if (!next.first || !Number.isInteger(times) || times < 1 || times > MOST_PAYDAYS) return
    setLines(linesOf(splitOver(listPaydays(next.every, next.first, times), chosen.amountMinor), currency))
  }

  const edit = (index: number, changes: Partial<Line>) =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...changes } : line)))

  return (
    <form {...formProps} className="flex flex-col gap-4 text-sm">
      <p>
        {moneyInWords(chosen.amountMinor, currency)} to split
        {chosen.receivedMinor > 0 &&
          `. ${moneyInWords(chosen.receivedMinor, currency)} received covers the first paydays`}
      </p>
      <FormMessage failure={failureText} />
      <RuleChoice
        label="Template"
        value={plan.template}
        options={templateNames}
        onChange={(template) => follow(planOf(template, chosen))}
        error={undefined}
      />
      {source && <p className="-mt-2 text-xs text-grey">{source}. Check the dates against the contract.</p>}
      {template !== 'none' && (
        <div className="grid gap-4 sm:grid-cols-3">
          <RuleText
            label="First payday"
            type="date"
            value={plan.first}
            onChange={(first) => follow({ first })}
            error={undefined}
          />
          <RuleChoice
            label="Frequency"
            value={plan.every}
            options={paydayIntervals}
            onChange={(every) => follow({ every })}
            error={undefined}
          />
          <RuleText
            label="Number of paydays"
            inputMode="numeric"
            maxLength={2}
            value={plan.times}
            onChange={(times) => follow({ times })}
            error={undefined}
          />
        </div>
      )}
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
                  error={errors.get(`schedules.0.schedule.installments.${index}.day`)}
                />
                <RuleText
                  label={`Amount ${index + 1} (${currency})`}
                  inputMode="decimal"
                  maxLength={40}
                  value={line.amount}
                  onChange={(amount) => edit(index, { amount })}
                  error={errors.get(`schedules.0.schedule.installments.${index}.amountMinor`)}
                />
              </li>
            ))}
          </ol>
        </fieldset>
      )}
      {lines.length > 0 && left !== 0 && (
        <p role="status" className="text-danger">
          {left > 0
            ? `${moneyInWords(left, currency)} is not in a payday yet.`
            : `The paydays are ${moneyInWords(-left, currency)} over the amount.`}
        </p>
      )}
      {others.length > 0 && lines.length > 0 && (
        <Checkbox checked={appliesToOthers} onChange={({ target }) => setAppliesToOthers(target.checked)}>
          Same for {others.length === 1 ? others[0]?.title.toLowerCase() : `${others.length} other seasons`}
        </Checkbox>
      )}
      <SubmitActions label="Save paydays" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}

const isBase = ({ ruleId }: ScheduledPay) => ruleId.startsWith('base-')

function planOf(template: Plan['template'], { season, schedule }: ScheduledPay): Plan {
  if (template === 'none') return { template, every: 'month', first: '', times: '' }
  const { every, times, firstDay } = paydayTemplates[template]
  const isStored = schedule?.template === template
  return {
    template,
    every,
    first: (isStored ? schedule.installments[0]?.day : season && firstDay(season)) || '',
    times: String(isStored ? schedule.installments.length : times),
  }
}

const linesOf = (installments: PaydaySchedule['installments'], currency: Currency): Line[] =>
  installments.map(({ day, amountMinor }) => ({ day, amount: decimalOf(amountMinor, currency) }))

function minorOf(text: string, currency: Currency) {
  const read = parseMoney(text, currency)
  return 'minor' in read ? read.minor : 0
}

/** The template in another season: on its published first day, or on the same day of that year. */
function sameFor(
  other: ScheduledPay,
  chosen: ScheduledPay,
  { template, every, first, times }: Plan,
): PaydaySchedule | null {
  if (template === 'none') return null
  const years = (other.season ?? 0) - (chosen.season ?? 0)
  const day = (other.season && paydayTemplates[template].firstDay(other.season)) || addMonths(first, 12 * years)
  return { template, installments: splitOver(listPaydays(every, day, Number(times)), other.amountMinor) }
}
