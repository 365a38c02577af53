import { type Currency, decimalOf } from '@sherpa/contracts/currency'
import { gridLines } from './grid-lines.ts'
import { monthInWords, shortMonth } from './periods.ts'

type ChartBar<Month> = {
  look: 'received' | 'expected' | 'guaranteed' | 'conditional'
  minorOf: (month: Month) => number
}

/** In pixels, as in overview.css. The top margin leaves room for the highest label. */
const HEIGHT = 176
const TOP = 12

/** Two bars a month side by side, never stacked. The table below has the same numbers. */
export function MonthChart<Month extends { month: string }>({
  months,
  bars,
  label,
  currency,
  thisMonth,
}: {
  months: readonly Month[]
  bars: readonly ChartBar<Month>[]
  label: string
  currency: Currency
  thisMonth: string
}) {
  const lines = gridLines(Math.max(...months.flatMap((month) => bars.map(({ minorOf }) => minorOf(month)))))
  const highest = lines.at(-1) ?? 1
  const heightOf = (minor: number) => (Math.max(0, minor) / highest) * (HEIGHT - TOP)
  return (
    <div
      className="month-chart"
      role="img"
      aria-label={`${label} by month, ${rangeInWords(months)}. The table below has the numbers.`}
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
            <Bars bars={bars.map(({ look, minorOf }) => ({ look, height: heightOf(minorOf(month)) }))} />
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

function Bars({ bars }: { bars: { look: string; height: number }[] }) {
  const shown = bars.filter(({ height }) => height > 0)
  const isBoth = shown.length > 1
  return shown.map(({ look, height }, index) => (
    <rect
      key={look}
      className={look}
      x={isBoth ? `${14 + index * 38}%` : '28%'}
      width={isBoth ? '34%' : '44%'}
      y={HEIGHT - height}
      height={look === 'received' ? height : height + 1}
      rx={look === 'received' ? 0 : 2}
    />
  ))
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

function rangeInWords(months: readonly { month: string }[]) {
  const [first, last] = [months[0], months.at(-1)]
  return first && last ? `${monthInWords(first.month)} to ${monthInWords(last.month)}` : ''
}
