import type { Currency } from '@sherpa/contracts/currency'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import {
  detailsOfPayment,
  dueInWords,
  expandPayments,
  type PaymentRule,
  paymentKinds,
  type ScheduledPayment,
} from '@sherpa/contracts/payment-schedule'
import { calendarDay, shortCalendarDay } from '../../../data/moments.tsx'
import { moneyInWords } from '../../../data/money.ts'
import { PaymentStateBadge } from '../../finances/payment-columns.tsx'

/** The single payments that follow from rules, and what they add up to. What depends on a condition is never added to what is sure. */
export function PaymentTable({
  rules,
  currency,
  signedOn,
  promised = [],
  isInForce = false,
}: {
  rules: readonly PaymentRule[]
  currency: Currency
  signedOn: string | null
  /** The payments of the deal as they stand, once it was signed. */
  promised?: readonly PaymentRow[]
  /** The rules are those of the version in force: days and amounts are those that stand. */
  isInForce?: boolean
}) {
  // As the list of payments has them; what is not signed yet has its days in full.
  const inWords = promised.length > 0 ? shortCalendarDay : calendarDay
  const standing = new Map(promised.map((one) => [keyOf(one), one]))
  const payments = expandPayments(rules, { signedOn }).map((payment) => {
    const stands = isInForce && standing.get(keyOf(payment))
    return stands ? { ...payment, day: stands.dueOn, amountMinor: stands.amountMinor } : payment
  })
  const totals = totalsOf(
    payments.filter((payment) => !isInForce || standing.get(keyOf(payment))?.state !== 'canceled'),
  )
  return (
    <>
      <table className="deal-table two-lines">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Payment</th>
            <th scope="col">Kind</th>
            {promised.length > 0 && (
              <>
                <th scope="col">State</th>
                <th scope="col" className="figure @max-[34rem]:hidden">
                  Received
                </th>
              </>
            )}
            <th scope="col" className="figure">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr key={keyOf(payment)}>
              <td className="second-line text-grey tabular-nums">{dueInWords(payment, inWords)}</td>
              <td className="first-line font-medium text-ink">
                {payment.title}
                {detailsOfPayment(payment).map((detail) => (
                  <span key={detail} className="block text-xs font-normal text-grey">
                    {detail}
                  </span>
                ))}
              </td>
              <td
                className={`second-line text-slate ${promised.length > 0 ? '@max-[34rem]:hidden' : '@max-[34rem]:text-right'}`}
              >
                {paymentKinds[payment.kind]}
              </td>
              {promised.length > 0 && <Standing payment={standing.get(keyOf(payment))} />}
              <td className="figure first-line font-medium text-ink">{moneyInWords(payment.amountMinor, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 pt-3 text-sm">
        <Total name="Total" minor={totals.sure} currency={currency} />
        {totals.inKind > 0 && <Total name="Of which in kind" minor={totals.inKind} currency={currency} />}
        {totals.conditional > 0 && <Total name="Only if met" minor={totals.conditional} currency={currency} />}
      </dl>
    </>
  )
}

const keyOf = ({ ruleId, number }: { ruleId: string; number: number }) => `${ruleId} ${number}`

/** As the list of payments says it. What a newer version promises has no state yet. */
function Standing({ payment }: { payment: PaymentRow | undefined }) {
  return (
    <>
      <td className="second-line">{payment && <PaymentStateBadge payment={payment} />}</td>
      <td className="figure text-slate @max-[34rem]:hidden">
        {payment && payment.receivedMinor !== 0 && moneyInWords(payment.receivedMinor, payment.currency)}
      </td>
    </>
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

/** What comes in any case, how much of that is given in kind, and what depends on something. */
function totalsOf(payments: readonly ScheduledPayment[]) {
  const sum = (some: (payment: ScheduledPayment) => boolean) =>
    payments.filter(some).reduce((total, { amountMinor }) => total + amountMinor, 0)
  return {
    sure: sum(({ condition }) => condition === null),
    inKind: sum(({ condition, inKind }) => condition === null && inKind),
    conditional: sum(({ condition }) => condition !== null),
  }
}
