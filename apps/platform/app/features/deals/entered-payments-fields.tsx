import type { Currency } from '@sherpa/contracts/currency'
import type { FeeRule } from '@sherpa/contracts/deal'
import { paymentIntervals } from '@sherpa/contracts/payment-schedule'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type PaymentLine, paymentsOf, ruleOf, type Ticks } from './entered-payments.ts'
import { newId } from './new-id.ts'
import { ReceivedBefore } from './received-before.tsx'
import { RuleChoice, RuleText } from './rule-fields.tsx'

const frequencies = { once: 'Once', ...paymentIntervals } as const

export const newLine = (): PaymentLine => ({
  id: newId(),
  amount: '',
  from: '',
  every: 'once',
  times: '1',
  inKind: false,
})

/** Payments of a deal that is already signed. */
export function EnteredPaymentsFields({
  lines,
  ticks,
  currency,
  fee,
  today,
  showsErrors,
  onLines,
  onTicks,
}: {
  lines: readonly PaymentLine[]
  ticks: Ticks
  currency: Currency
  fee: FeeRule | null
  today: string
  showsErrors: boolean
  onLines: (lines: PaymentLine[]) => void
  onTicks: (ticks: Ticks) => void
}) {
  const change = (id: string, changes: Partial<PaymentLine>) =>
    onLines(lines.map((one) => (one.id === id ? { ...one, ...changes } : one)))

  return (
    <section aria-label="Payments">
      <h3 className="text-sm font-semibold text-ink">Payments</h3>
      {lines.map((line, index) => {
        const read = ruleOf(line, currency)
        const errors = showsErrors && 'errors' in read ? read.errors : new Map<string, string>()
        return (
          <fieldset key={line.id} aria-label={`Payment ${index + 1}`} className="rule-editor">
            <RuleText
              label={`Amount (${currency})`}
              inputMode="decimal"
              maxLength={40}
              value={line.amount}
              onChange={(amount) => change(line.id, { amount })}
              error={errors.get('amountMinor')}
            />
            <RuleChoice
              label="Frequency"
              value={line.every}
              options={frequencies}
              onChange={(every) => change(line.id, { every })}
              error={undefined}
            />
            <RuleText
              label={line.every === 'once' ? 'Due' : 'First payment'}
              type="date"
              value={line.from}
              onChange={(from) => change(line.id, { from })}
              error={errors.get('day') ?? errors.get('from')}
            />
            {line.every !== 'once' && (
              <RuleText
                label="Number of payments"
                inputMode="numeric"
                maxLength={3}
                value={line.times}
                onChange={(times) => change(line.id, { times })}
                error={errors.get('times')}
              />
            )}
            <div className="wide">
              <Checkbox checked={line.inKind} onChange={({ target }) => change(line.id, { inKind: target.checked })}>
                In kind: goods or services, at their value
              </Checkbox>
            </div>
            {lines.length > 1 && (
              <div className="wide flex justify-end">
                <Button
                  look="secondary"
                  size="small"
                  aria-label={`Remove payment ${index + 1}`}
                  onClick={() => onLines(lines.filter(({ id }) => id !== line.id))}
                >
                  Remove
                </Button>
              </div>
            )}
          </fieldset>
        )
      })}
      <div className="py-3">
        <Button look="secondary" size="small" onClick={() => onLines([...lines, newLine()])}>
          <ToolIcon name="plus" />
          Add payment
        </Button>
      </div>
      <ReceivedBefore
        groups={[{ title: null, payments: paymentsOf(lines, currency) }]}
        ticks={ticks}
        currency={currency}
        fee={fee}
        today={today}
        onTicks={onTicks}
      />
    </section>
  )
}
