import type { Currency } from '@sherpa/contracts/currency'
import type { DealCounts } from '@sherpa/contracts/deal'
import { isInForce } from '@sherpa/contracts/deal-stage'
import { paymentStates } from '@sherpa/contracts/deal-work'
import type { MoneySum } from '@sherpa/contracts/finance'
import { Link } from 'react-router'
import { moneyInWords } from '../data/money.ts'
import { usePhone } from '../list/use-phone.ts'

export type RecordFigure = { name: string; value: string | number; isBad?: boolean; to?: string | undefined }

/** Key figures in the header of a record. On phones they scroll in one row. */
export function RecordFigures({ figures }: { figures: readonly RecordFigure[] }) {
  const isPhone = usePhone()
  return (
    <section aria-label="Key figures" tabIndex={isPhone ? 0 : undefined} className="key-figures">
      <dl>
        {figures.map(({ name, value, isBad, to }) => (
          <div key={name}>
            <dt className="text-xs text-grey">{name}</dt>
            <dd
              className={`text-[0.9375rem] leading-5 font-semibold tabular-nums ${isBad ? 'text-error' : 'text-ink'}`}
            >
              {to ? (
                <Link to={to} className="touch-area hover:underline">
                  {value}
                </Link>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function activeDeals({ stages }: DealCounts): RecordFigure {
  const active = stages.filter(({ stage }) => isInForce(stage))
  return { name: 'Active deals', value: active.reduce((sum, { count }) => sum + (count ?? 0), 0) }
}

type LinkedState = 'received' | 'expected' | 'late'

/**
 * Received, expected and, if any, overdue money, by currency. None before the first payment is agreed; nothing is
 * expected once all of it came. A figure of one currency can link to its entries.
 */
export function moneyFigures(
  sums: readonly MoneySum[],
  received: 'all' | 'this-year',
  linkTo?: (state: LinkedState, currency: Currency) => string,
): RecordFigure[] {
  const [first, second] = sums
  if (!first) return []
  const to = (state: LinkedState, minor: number) =>
    second || minor === 0 ? {} : { to: linkTo?.(state, first.currency) }
  const inWords = (minorOf: (sum: MoneySum) => number) => {
    const filled = sums.filter((sum) => minorOf(sum) !== 0)
    return (filled.length > 0 ? filled : sums.slice(0, 1))
      .map((sum) => moneyInWords(minorOf(sum), sum.currency))
      .join(', ')
  }
  const isPaid = sums.every(({ expectedMinor, receivedMinor }) => expectedMinor === 0 && receivedMinor > 0)
  return [
    received === 'all'
      ? {
          name: paymentStates.received,
          value: inWords((sum) => sum.receivedMinor),
          ...to('received', first.receivedMinor),
        }
      : { name: 'Received this year', value: inWords((sum) => sum.receivedThisYearMinor) },
    ...(isPaid
      ? []
      : [
          {
            name: paymentStates.expected,
            value: inWords((sum) => sum.expectedMinor),
            ...to('expected', first.expectedMinor),
          },
        ]),
    ...(sums.some(({ lateMinor }) => lateMinor > 0)
      ? [
          {
            name: paymentStates.late,
            value: inWords((sum) => sum.lateMinor),
            isBad: true,
            ...to('late', first.lateMinor),
          },
        ]
      : []),
  ]
}

/** Such as "9 days after due". None before the first dated payment. */
export function paysOnAverage(days: number | null): RecordFigure[] {
  if (days === null) return []
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return [
    { name: 'Pays on average', value: days === 0 ? 'On time' : days > 0 ? `${count} after due` : `${count} early` },
  ]
}
