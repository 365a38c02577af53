import type { DealCounts } from '@sherpa/contracts/deal'
import { isInForce } from '@sherpa/contracts/deal-stage'
import { paymentStates } from '@sherpa/contracts/deal-work'
import type { MoneySum } from '@sherpa/contracts/finance'
import { moneyInWords } from '../data/money.ts'

export type RecordFigure = { name: string; value: string | number; isBad?: boolean }

/** Key figures in the header of a record. */
export function RecordFigures({ figures }: { figures: readonly RecordFigure[] }) {
  return (
    <dl className="key-figures">
      {figures.map(({ name, value, isBad }) => (
        <div key={name}>
          <dt className="text-xs text-grey">{name}</dt>
          <dd className={`text-[0.9375rem] leading-5 font-semibold tabular-nums ${isBad ? 'text-error' : 'text-ink'}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function activeDeals({ stages }: DealCounts): RecordFigure {
  const active = stages.filter(({ stage }) => isInForce(stage))
  return { name: 'Active deals', value: active.reduce((sum, { count }) => sum + count, 0) }
}

/** Received, expected and, if any, overdue money, by currency. None before the first payment is agreed. */
export function moneyFigures(sums: readonly MoneySum[], received: 'all' | 'this-year'): RecordFigure[] {
  if (sums.length === 0) return []
  const inWords = (minorOf: (sum: MoneySum) => number) => {
    const filled = sums.filter((sum) => minorOf(sum) !== 0)
    return (filled.length > 0 ? filled : sums.slice(0, 1))
      .map((sum) => moneyInWords(minorOf(sum), sum.currency))
      .join(', ')
  }
  return [
    received === 'all'
      ? { name: paymentStates.received, value: inWords((sum) => sum.receivedMinor) }
      : { name: 'Received this year', value: inWords((sum) => sum.receivedThisYearMinor) },
    { name: paymentStates.expected, value: inWords((sum) => sum.expectedMinor) },
    ...(sums.some(({ lateMinor }) => lateMinor > 0)
      ? [{ name: paymentStates.late, value: inWords((sum) => sum.lateMinor), isBad: true }]
      : []),
  ]
}
