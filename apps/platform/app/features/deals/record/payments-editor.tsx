import { type Currency, decimalOf, parseMoney } from '@sherpa/contracts/currency'
import {
  type PaymentInterval,
  type PaymentKind,
  type PaymentRule,
  paymentIntervals,
  paymentKinds,
  paymentRule,
} from '@sherpa/contracts/payment-schedule'
import { Checkbox } from '@sherpa/ui/choice'
import { newId } from '../new-id.ts'
import { RuleChoice, RuleText } from '../rule-fields.tsx'
import { type ReadRule, RulesEditor, readWith } from '../rules-editor.tsx'
import { PaymentTable } from './payment-table.tsx'

type PaymentDraft = {
  id: string
  title: string
  kind: PaymentKind
  amount: string
  inKind: boolean
  when: PaymentRule['schedule']['kind']
  day: string
  after: string
  every: PaymentInterval
  from: string
  times: string
  amountIs: 'each' | 'total'
  metric: string
  threshold: string
  estimatedDay: string
}

const dueOptions = {
  day: 'On a date',
  signing: 'On signing',
  repeated: 'Recurring',
  condition: 'If a condition is met',
} as const
const amounts = { each: 'Per payment', total: 'Total' } as const

export function PaymentsEditor({
  rules,
  currency,
  signedOn,
  save,
  onClose,
}: {
  rules: readonly PaymentRule[]
  currency: Currency
  signedOn: string | null
  save: (rules: PaymentRule[]) => Promise<unknown>
  onClose: () => void
}) {
  return (
    <RulesEditor
      drafts={rules.map((rule) => draftOf(rule, currency))}
      newDraft={newPayment}
      addLabel="Add payment"
      nameOf={({ title }) => title || 'the new payment'}
      read={(draft) => ruleOf(draft, currency)}
      save={save}
      onClose={onClose}
      after={(valid) =>
        valid.length > 0 && (
          <section aria-label="Preview" className="border-t border-line pt-4">
            <h3 className="text-sm font-semibold">Preview</h3>
            <PaymentTable rules={valid} currency={currency} signedOn={signedOn} />
          </section>
        )
      }
    >
      {(draft, change, errors) => (
        <>
          <RuleText
            label="Title"
            maxLength={120}
            value={draft.title}
            onChange={(title) => change({ title })}
            error={errors.get('title')}
          />
          <RuleText
            label={`Amount (${currency})`}
            inputMode="decimal"
            maxLength={40}
            value={draft.amount}
            onChange={(amount) => change({ amount })}
            error={errors.get('amountMinor')}
          />
          <RuleChoice
            label="Kind"
            value={draft.kind}
            options={paymentKinds}
            onChange={(kind) => change({ kind })}
            error={errors.get('kind')}
          />
          <RuleChoice
            label="Due"
            value={draft.when}
            options={dueOptions}
            onChange={(when) => change({ when })}
            error={undefined}
          />
          <ScheduleFields draft={draft} change={change} errors={errors} />
          <div className="wide">
            <Checkbox checked={draft.inKind} onChange={({ target }) => change({ inKind: target.checked })}>
              In kind: goods or services, at their value
            </Checkbox>
          </div>
        </>
      )}
    </RulesEditor>
  )
}

function ScheduleFields({
  draft,
  change,
  errors,
}: {
  draft: PaymentDraft
  change: (changes: Partial<PaymentDraft>) => void
  errors: ReadonlyMap<string, string>
}) {
  switch (draft.when) {
    case 'day':
      return (
        <RuleText
          label="Date"
          type="date"
          value={draft.day}
          onChange={(day) => change({ day })}
          error={errors.get('day')}
        />
      )
    case 'signing':
      return (
        <RuleText
          label="Days after signing"
          inputMode="numeric"
          maxLength={4}
          value={draft.after}
          onChange={(after) => change({ after })}
          error={errors.get('amount')}
        />
      )
    case 'repeated':
      return (
        <>
          <RuleChoice
            label="Frequency"
            value={draft.every}
            options={paymentIntervals}
            onChange={(every) => change({ every })}
            error={errors.get('every')}
          />
          <RuleText
            label="First payment"
            type="date"
            value={draft.from}
            onChange={(from) => change({ from })}
            error={errors.get('from')}
          />
          <RuleText
            label="Number of payments"
            inputMode="numeric"
            maxLength={3}
            value={draft.times}
            onChange={(times) => change({ times })}
            error={errors.get('times')}
          />
          <RuleChoice
            label="Amount is"
            value={draft.amountIs}
            options={amounts}
            onChange={(amountIs) => change({ amountIs })}
            error={errors.get('amountIs')}
          />
        </>
      )
    case 'condition':
      return (
        <>
          <RuleText
            label="Metric or event"
            maxLength={120}
            placeholder="Rushing yards"
            value={draft.metric}
            onChange={(metric) => change({ metric })}
            error={errors.get('metric')}
          />
          <RuleText
            label="Threshold"
            note="optional"
            inputMode="decimal"
            maxLength={12}
            value={draft.threshold}
            onChange={(threshold) => change({ threshold })}
            error={errors.get('threshold')}
          />
          <RuleText
            label="Estimated date"
            note="optional"
            type="date"
            value={draft.estimatedDay}
            onChange={(estimatedDay) => change({ estimatedDay })}
            error={errors.get('estimatedDay')}
          />
        </>
      )
  }
}

function newPayment(): PaymentDraft {
  return {
    id: newId(),
    title: '',
    kind: 'base',
    amount: '',
    inKind: false,
    when: 'day',
    day: '',
    after: '0',
    every: 'month',
    from: '',
    times: '12',
    amountIs: 'each',
    metric: '',
    threshold: '',
    estimatedDay: '',
  }
}

function draftOf({ schedule, amountMinor, ...rule }: PaymentRule, currency: Currency): PaymentDraft {
  const draft = {
    ...newPayment(),
    id: rule.id,
    title: rule.title,
    kind: rule.kind,
    inKind: rule.inKind,
    amount: decimalOf(amountMinor, currency),
    when: schedule.kind,
  }
  switch (schedule.kind) {
    case 'day':
      return { ...draft, day: schedule.day }
    case 'signing':
      return { ...draft, after: String(schedule.offset.amount) }
    case 'repeated':
      return {
        ...draft,
        every: schedule.every,
        from: schedule.from,
        times: String(schedule.times),
        amountIs: schedule.amountIs,
      }
    case 'condition':
      return {
        ...draft,
        metric: schedule.metric,
        threshold: schedule.threshold === null ? '' : String(schedule.threshold),
        estimatedDay: schedule.estimatedDay ?? '',
      }
  }
}

function ruleOf(draft: PaymentDraft, currency: Currency): ReadRule<PaymentRule> {
  const { id, kind, title, inKind } = draft
  const amount = parseMoney(draft.amount, currency)
  const amountMinor = 'minor' in amount ? amount.minor : 0
  const rule = { id, kind, title, amountMinor, inKind, schedule: scheduleOf(draft) }
  return readWith(paymentRule, rule, { amountMinor: 'problem' in amount ? amount.problem : undefined })
}

function scheduleOf(draft: PaymentDraft) {
  const { when, day, after, every, from, times, amountIs, metric, threshold, estimatedDay } = draft
  switch (when) {
    case 'day':
      return { kind: when, day }
    case 'signing':
      return { kind: when, offset: { amount: parseWhole(after), unit: 'days' } }
    case 'repeated':
      return { kind: when, every, from, times: parseWhole(times), amountIs }
    case 'condition':
      return {
        kind: when,
        metric,
        threshold: threshold.trim() === '' ? null : Number(threshold.replaceAll(',', '')),
        estimatedDay: estimatedDay || null,
      }
  }
}

/** An empty field is not zero. */
function parseWhole(text: string) {
  return text.trim() === '' ? undefined : Number(text)
}
