import type { Currency } from '@sherpa/contracts/currency'
import { shortDay } from '@sherpa/contracts/days'
import type { FeeRule } from '@sherpa/contracts/deal'
import type { ScheduledPayment } from '@sherpa/contracts/payment-schedule'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { useState } from 'react'
import { moneyInWords } from '../../data/money.ts'
import { keyOf, type PaymentGroup, receivedOf, type Ticks, totalsOf } from './entered-payments.ts'
import { RuleText } from './rule-fields.tsx'

type TickProps = { ticks: Ticks; currency: Currency; onTicks: (ticks: Ticks) => void }

/** Ticks for money received before the deal was entered: for all that is past at once, or for single payments. */
export function ReceivedBefore({
  groups,
  fee,
  today,
  ticks,
  currency,
  onTicks,
}: TickProps & { groups: readonly PaymentGroup[]; fee: FeeRule | null; today: string }) {
  const payments = groups.flatMap((group) => group.payments)
  if (payments.length === 0) return null
  const totals = totalsOf(payments, receivedOf(payments, ticks, currency), fee)
  const ticking = { ticks, currency, onTicks }
  const past = payments.filter(({ day }) => day !== null && day < today)
  return (
    <>
      {past.length > 0 && (
        <div className="flex justify-end pb-3">
          <Button
            look="secondary"
            size="small"
            onClick={() => onTicks({ ...Object.fromEntries(past.map((one) => [keyOf(one), ''])), ...ticks })}
          >
            Tick all due before today
          </Button>
        </div>
      )}
      <div className="divide-y divide-line-soft border-y border-line-soft text-sm">
        {groups.map((group) =>
          group.title !== null && group.payments.length > 1 ? (
            <LongGroup key={group.title} {...group} title={group.title} {...ticking} />
          ) : (
            <PaymentTicks key={group.title} {...group} {...ticking} />
          ),
        )}
      </div>
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
  )
}

/** A season has up to 60 payments, so they are folded. */
function LongGroup({ title, payments, ...ticking }: TickProps & PaymentGroup & { title: string }) {
  const [isOpen, setOpen] = useState(false)
  const ticked = payments.filter((one) => ticking.ticks[keyOf(one)] !== undefined).length
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer py-2 max-md:py-3">
        <span className="font-medium text-ink">{title}</span>{' '}
        <span className="text-grey">
          {ticked} of {payments.length} received before
        </span>
      </summary>
      {isOpen && <PaymentTicks title={title} payments={payments} {...ticking} />}
    </details>
  )
}

function PaymentTicks({ title, payments, ...ticking }: TickProps & PaymentGroup) {
  return (
    <ul className="divide-y divide-line-soft">
      {payments.map((payment) => (
        <PaymentTick
          key={keyOf(payment)}
          payment={payment}
          name={[title, payment.day && shortDay(payment.day)].filter(Boolean).join(', ')}
          {...ticking}
        />
      ))}
    </ul>
  )
}

function PaymentTick({
  payment,
  name,
  ticks,
  currency,
  onTicks,
}: TickProps & { payment: ScheduledPayment; name: string }) {
  const key = keyOf(payment)
  const typed = ticks[key]
  const [received] = receivedOf([payment], ticks, currency)
  const { [key]: _, ...others } = ticks
  return (
    <li className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[7rem_1fr_auto]">
      <span className="text-grey tabular-nums">{payment.day ? shortDay(payment.day) : 'No date'}</span>
      <span className="font-medium text-ink tabular-nums">
        {moneyInWords(payment.amountMinor, currency)}
        {payment.inKind && ' in kind'}
      </span>
      <span>
        <Checkbox
          checked={typed !== undefined}
          aria-label={`Received before Sherpa, ${name}`}
          onChange={({ target }) => onTicks(target.checked ? { ...ticks, [key]: '' } : others)}
        >
          Received before Sherpa
        </Checkbox>
      </span>
      {typed !== undefined && (
        <div className="sm:col-start-3">
          <RuleText
            label={`Amount received, ${name}`}
            note="in full if empty"
            inputMode="decimal"
            maxLength={40}
            placeholder={moneyInWords(payment.amountMinor, currency)}
            value={typed}
            onChange={(amount) => onTicks({ ...ticks, [key]: amount })}
            error={received?.problem}
          />
        </div>
      )}
    </li>
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
