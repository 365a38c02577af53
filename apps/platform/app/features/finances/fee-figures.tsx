import type { FeeFigures } from '@sherpa/contracts/fee-invoice'
import { roundedMoney } from '../../data/money.ts'

const figures = [
  ['Not invoiced', 'notInvoicedMinor'],
  ['Open', 'openMinor'],
  ['Overdue', 'lateMinor'],
  ['Paid', 'paidMinor'],
] as const

/** Before the first invoice, the sum of the fees below is all there is to say. */
export const isInvoiced = ({ invoicedMinor }: FeeFigures) => invoicedMinor !== 0

export function FeeSummary({ figures: all }: { figures: readonly FeeFigures[] }) {
  return all.filter(isInvoiced).map((of) => (
    <section key={of.currency} aria-label={`Fees in ${of.currency}`}>
      {all.length > 1 && <h2 className="pb-2 text-sm font-semibold text-ink">{of.currency}</h2>}
      <dl className="money-figures">
        {figures.map(([label, name]) => (
          <div key={name}>
            <dt className="text-sm text-slate">{label}</dt>
            <dd
              className={`text-[1.625rem] leading-9 font-semibold tracking-[-0.03em] tabular-nums max-md:text-xl ${name === 'lateMinor' && of.lateMinor > 0 ? 'text-error' : 'text-ink'}`}
            >
              {roundedMoney(of[name], of.currency)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}
