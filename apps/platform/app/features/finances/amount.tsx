import type { Currency } from '@sherpa/contracts/currency'
import { Link } from 'react-router'
import { roundedMoney } from '../../data/money.ts'

const figureLinkClass = 'touch-area tabular-nums hover:underline'

/** An amount that links to its entries or payments, and a dash for none. Rounded, unless the format says otherwise. */
export function Amount({
  minor,
  currency,
  to,
  format = roundedMoney,
}: {
  minor: number
  currency: Currency
  to?: string | undefined
  format?: typeof roundedMoney
}) {
  if (minor === 0) {
    return (
      <span className="text-grey">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{format(0, currency)}</span>
      </span>
    )
  }
  if (!to) return <span className="tabular-nums">{format(minor, currency)}</span>
  return (
    <Link to={to} className={figureLinkClass}>
      {format(minor, currency)}
    </Link>
  )
}
