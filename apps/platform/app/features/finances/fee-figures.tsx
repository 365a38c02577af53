import type { FeeFigures } from '@sherpa/contracts/fee-invoice'
import { roundedMoney } from '../../data/money.ts'

const others = [
  ['Invoiced', 'invoicedMinor', 'Excludes void invoices'],
  ['Paid', 'paidMinor', 'On invoices'],
  ['Open', 'openMinor', 'Invoiced, unpaid'],
  ['Overdue', 'lateMinor', 'Unpaid after the due date'],
] as const

export function FeeSummary({ figures: all }: { figures: readonly FeeFigures[] }) {
  return all.map((of) => (
    <section key={of.currency} aria-label={`Fees in ${of.currency}`}>
      {all.length > 1 && <h2 className="pb-2 text-sm font-semibold text-ink">{of.currency}</h2>}
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-5 gap-y-4">
        <Figure
          label="Fees and expenses"
          amount={roundedMoney(of.earnedMinor, of.currency)}
          about={`Earned to date, ${notInvoicedInWords(of)}`}
        />
        {others.map(([label, name, about]) => (
          <Figure
            key={name}
            label={label}
            amount={roundedMoney(of[name], of.currency)}
            about={about}
            isBad={name === 'lateMinor' && of.lateMinor > 0}
          />
        ))}
      </dl>
    </section>
  ))
}

function notInvoicedInWords({ earnedMinor, notInvoicedMinor, currency }: FeeFigures) {
  if (notInvoicedMinor === 0) return 'all invoiced'
  if (notInvoicedMinor === earnedMinor) return 'none invoiced yet'
  return `${roundedMoney(notInvoicedMinor, currency)} not invoiced yet`
}

function Figure({
  label,
  amount,
  about,
  isBad = false,
}: {
  label: string
  amount: string
  about: string
  isBad?: boolean
}) {
  return (
    <div className="min-w-0 border-l border-line pl-3">
      <dt className="text-sm text-slate">{label}</dt>
      <dd>
        <span className={`block text-lg font-semibold break-words tabular-nums ${isBad ? 'text-error' : 'text-ink'}`}>
          {amount}
        </span>
        <span className="block text-xs text-grey">{about}</span>
      </dd>
    </div>
  )
}
