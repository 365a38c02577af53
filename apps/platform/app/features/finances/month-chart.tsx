import { type Currency, decimalOf } from '@sherpa/contracts/currency'
import type { FinanceOverview } from '@sherpa/contracts/finance'
import { gridLines } from './grid-lines.ts'
import { monthInWords, shortMonth } from './periods.ts'

type MonthFigures = FinanceOverview['months'][number]

/** In pixels, as in overview.css. The top margin leaves room for the highest label. */
const HEIGHT = 176
const TOP = 12

/** Received and expected side by side, never stacked. The table below has the same numbers. */
export function MonthChart({
  months,
  currency,
  thisMonth,
}: {
  months: readonly MonthFigures[]
  currency: Currency
  thisMonth: string
}) {
  const lines = gridLines(Math.max(...months.flatMap((one) => [one.receivedMinor, one.expectedMinor])))
  const highest = lines.at(-1) ?? 1
  const heightOf = (minor: number) => (Math.max(0, minor) / highest) * (HEIGHT - TOP)
  return (
    <div
      className="month-chart"
      role="img"
      aria-label={`Received and expected by month, ${rangeInWords(months)}. The table below has the numbers.`}
    >
      <svg aria-hidden="true" className="month-axis">
        {lines.map((line) => (
          <text key={line} x="0" y={HEIGHT - heightOf(line) + 4}>
            {compactMoney(line, currency)}
          </text>
        ))}
      </svg>
      {months.map((month) => (
        <div key={month.month} data-now={month.month === thisMonth || undefined}>
          <svg aria-hidden="true">
            {lines.map((line) => (
              <line key={line} x1="0" x2="100%" y1={HEIGHT - heightOf(line)} y2={HEIGHT - heightOf(line)} />
            ))}
            <Bars received={heightOf(month.receivedMinor)} expected={heightOf(month.expectedMinor)} />
          </svg>
          <span aria-hidden="true" className="max-md:hidden">
            {shortMonth(month.month)}
          </span>
          <span aria-hidden="true" className="md:hidden">
            {shortMonth(month.month).slice(0, 1)}
          </span>
        </div>
      ))}
    </div>
  )
}

function Bars({ received, expected }: { received: number; expected: number }) {
  const isBoth = received > 0 && expected > 0
  return (
    <>
      {received > 0 && (
        <rect
          className="received"
          x={isBoth ? '14%' : '28%'}
          width={isBoth ? '34%' : '44%'}
          y={HEIGHT - received}
          height={received}
        />
      )}
      {expected > 0 && (
        <rect
          className="expected"
          x={isBoth ? '52%' : '28%'}
          width={isBoth ? '34%' : '44%'}
          y={HEIGHT - expected}
          height={expected + 1}
          rx="2"
        />
      )}
    </>
  )
}

/** Such as "$200k". */
function compactMoney(minor: number, currency: Currency) {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    // Browsers differ in the default minimum.
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
  return format.format(Number(decimalOf(Math.round(minor), currency))).replace('K', 'k')
}

function rangeInWords(months: readonly MonthFigures[]) {
  const [first, last] = [months[0], months.at(-1)]
  return first && last ? `${monthInWords(first.month)} to ${monthInWords(last.month)}` : ''
}
