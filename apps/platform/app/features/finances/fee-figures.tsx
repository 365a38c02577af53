import type { FeeFigures } from '@sherpa/contracts/fee-invoice'
import { roundedMoney } from '../../data/money.ts'

const figures = [
  ['Not invoiced', 'notInvoicedMinor'],
  ['Open', 'openMinor'],
  ['Overdue', 'lateMinor'],
  ['Paid', 'paidMinor'],
] as const

/** Before the first invoice, the fees below are all there is to say. */
export function FeeSummary({ figures: all }: { figures: readonly FeeFigures[] }) {
  return all.map((of) => (
    <section key={of.currency} aria-label={`Fees in ${of.currency}`}>
      {of.invoicedMinor === 0 ? (
        <p className="text-sm text-slate">
          <strong className="text-lg font-semibold text-ink tabular-nums">
            {roundedMoney(of.notInvoicedMinor, of.currency)}
          </strong>{' '}
          earned, not invoiced yet
        </p>
      ) : (
        <>
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
        </>
      )}
    </section>
  ))
}
