import type { Currency } from '@sherpa/contracts/currency'
import { shortDay } from '@sherpa/contracts/days'
import type { FeeRule } from '@sherpa/contracts/deal'
import { paymentIntervals } from '@sherpa/contracts/payment-schedule'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { moneyInWords } from '../../data/money.ts'
import { keyOf, type PaymentLine, paymentsOf, receivedOf, ruleOf, type Ticks, totalsOf } from './entered-payments.ts'
import { newId } from './new-id.ts'
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

/** Payments of a deal that is already signed, each with a tick for money received before. */
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
  const payments = paymentsOf(lines, currency)
  const received = receivedOf(payments, ticks, currency)
  const totals = totalsOf(payments, received, fee)
  const past = payments.filter(({ day }) => day !== null && day < today)
  const change = (id: string, changes: Partial<PaymentLine>) =>
    onLines(lines.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  const untick = (key: string) => onTicks(Object.fromEntries(Object.entries(ticks).filter(([one]) => one !== key)))

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
      <div className="flex flex-wrap justify-between gap-2 py-3">
        <Button look="secondary" size="small" onClick={() => onLines([...lines, newLine()])}>
          <ToolIcon name="plus" />
          Add payment
        </Button>
        {past.length > 0 && (
          <Button
            look="secondary"
            size="small"
            onClick={() => onTicks({ ...Object.fromEntries(past.map((one) => [keyOf(one), ''])), ...ticks })}
          >
            Tick all due before today
          </Button>
        )}
      </div>
      {payments.length > 0 && (
        <>
          <ul className="divide-y divide-line-soft border-y border-line-soft text-sm">
            {payments.map((payment) => {
              const key = keyOf(payment)
              const typed = ticks[key]
              const day = payment.day ? shortDay(payment.day) : ''
              const problem = received.find((one) => keyOf(one) === key)?.problem
              return (
                <li key={key} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[7rem_1fr_auto]">
                  <span className="text-grey tabular-nums">{day}</span>
                  <span className="font-medium text-ink tabular-nums">
                    {moneyInWords(payment.amountMinor, currency)}
                    {payment.inKind && ' in kind'}
                  </span>
                  <span>
                    <Checkbox
                      checked={typed !== undefined}
                      aria-label={`Received before Sherpa, ${day}`}
                      onChange={({ target }) => (target.checked ? onTicks({ ...ticks, [key]: '' }) : untick(key))}
                    >
                      Received before Sherpa
                    </Checkbox>
                  </span>
                  {typed !== undefined && (
                    <div className="sm:col-start-3">
                      <RuleText
                        label={`Amount received, ${day}`}
                        note="in full if empty"
                        inputMode="decimal"
                        maxLength={40}
                        placeholder={moneyInWords(payment.amountMinor, currency)}
                        value={typed}
                        onChange={(amount) => onTicks({ ...ticks, [key]: amount })}
                        error={problem}
                      />
                    </div>
                  )}
                </li>
              )
            })}
          </ul>
          <dl className="flex flex-wrap gap-x-6 gap-y-1 pt-3 text-sm">
            <Total name="Received before" minor={totals.receivedMinor} currency={currency} />
            <Total name="Expected" minor={totals.expectedMinor} currency={currency} />
            <Total name="Fee to come" minor={totals.feeMinor} currency={currency} />
            {totals.inKindMinor > 0 && <Total name="In kind" minor={totals.inKindMinor} currency={currency} />}
          </dl>
          {totals.receivedMinor > 0 && (
            <p className="pt-1 text-sm text-grey">
              Fees on money received before are history. They are not added to your books.
            </p>
          )}
        </>
      )}
    </section>
  )
}

function Total({ name, minor, currency }: { name: string; minor: number; currency: Currency }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-grey">{name}</dt>
      <dd className="font-semibold text-ink tabular-nums">{moneyInWords(minor, currency)}</dd>
    </div>
  )
}
