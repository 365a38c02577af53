import { type PaymentCertainty, paymentCertainties } from '@sherpa/contracts/deal-work'
import type { FinanceForecast, ForecastFigures } from '@sherpa/contracts/forecast'
import { allIncomeClasses, type IncomeClass, incomeClasses } from '@sherpa/contracts/money'
import { Panel } from '@sherpa/ui/panel'
import { roundedMoney } from '../../data/money.ts'
import { useMedia } from '../../data/use-media.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Amount } from './amount.tsx'
import { forecastLinks } from './forecast-links.ts'
import { MonthChart } from './month-chart.tsx'
import { MonthHead } from './month-head.tsx'
import { monthInWords } from './periods.ts'

type Month = FinanceForecast['months'][number]

/** One column per month, if the amounts fit. */
const COLUMNS = '(width >= 75rem)'
const MOST_LETTERS = 10
const totalClass = 'font-medium text-ink'
const onlyWide = 'figure max-md:hidden'
const certainties = Object.keys(paymentCertainties) as PaymentCertainty[]
const bars = [
  { look: 'guaranteed', minorOf: (month: Month) => month.guaranteedMinor },
  { look: 'conditional', minorOf: (month: Month) => month.conditionalMinor },
] as const

const minorOf = (figures: ForecastFigures, certainty: PaymentCertainty) => figures[`${certainty}Minor`]
const feesOf = (figures: ForecastFigures, certainty: PaymentCertainty) => figures[`${certainty}FeesMinor`]
const minorFrom = (income: IncomeClass, { sources }: Month, certainty: PaymentCertainty) =>
  sources.reduce((sum, source) => (source.income === income ? sum + minorOf(source, certainty) : sum), 0)

/** Guaranteed and conditional money by month and source. */
export function ForecastMonths({ forecast }: { forecast: FinanceForecast }) {
  const { months, currency, today } = forecast
  const areShort = months
    .flatMap((month) => certainties.map((certainty) => minorOf(month, certainty)))
    .every((minor) => roundedMoney(minor, currency).length <= MOST_LETTERS)
  const hasColumns = useMedia(COLUMNS) && areShort
  return (
    <Panel
      title="Next 12 months"
      actions={
        <ul className="flex gap-4 text-xs text-slate">
          {certainties.map((certainty) => (
            <li key={certainty}>
              <span aria-hidden="true" className="money-mark" data-of={certainty} />
              {paymentCertainties[certainty]}
            </li>
          ))}
        </ul>
      }
    >
      <div className={hasColumns ? 'wide-axis' : ''}>
        <MonthChart
          months={months}
          bars={bars}
          label="Guaranteed and conditional"
          currency={currency}
          thisMonth={today.slice(0, 7)}
        />
        {hasColumns ? <ColumnTable forecast={forecast} /> : <RowTable forecast={forecast} />}
      </div>
    </Panel>
  )
}

type Line = { name: string; isTotal?: true; of: (month: Month) => number; to: (month: string) => string }

function ColumnTable({ forecast }: { forecast: FinanceForecast }) {
  const { id } = useOrganization()
  const { months, currency, today } = forecast
  const links = forecastLinks(id, forecast)
  const thisMonth = today.slice(0, 7)
  const linesOf = (certainty: PaymentCertainty): Line[] => {
    const to = (month: string) => links.cell(certainty, month)
    return [
      {
        name: paymentCertainties[certainty],
        isTotal: true as const,
        of: (month: Month) => minorOf(month, certainty),
        to,
      },
      ...allIncomeClasses.map((income) => ({
        name: incomeClasses[income],
        of: (month: Month) => minorFrom(income, month, certainty),
        to: (month: string) => links.cell(certainty, month, income),
      })),
      { name: 'Fees', of: (month: Month) => feesOf(month, certainty), to },
    ].filter(({ isTotal, of }) => isTotal || months.some((month) => of(month) !== 0))
  }
  return (
    <table className="month-table">
      <MonthHead months={months} />
      {certainties.map((certainty) => (
        <tbody key={certainty}>
          {linesOf(certainty).map(({ name, isTotal, of, to }) => (
            <tr key={name}>
              <th scope="row">
                {!isTotal && <span className="sr-only">{paymentCertainties[certainty]}, </span>}
                <span className={isTotal && totalClass}>{name}</span>
              </th>
              {months.map((month) => (
                <td
                  key={month.month}
                  data-now={month.month === thisMonth || undefined}
                  className={isTotal && totalClass}
                >
                  {of(month) !== 0 && <Amount minor={of(month)} currency={currency} to={to(month.month)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function RowTable({ forecast }: { forecast: FinanceForecast }) {
  const { months } = forecast
  return (
    <table className="deal-table mt-3">
      <thead>
        <tr>
          <th scope="col">Month and source</th>
          {certainties.map((certainty) => (
            <CertaintyHeads key={certainty} certainty={certainty} />
          ))}
        </tr>
      </thead>
      {months.map((month) => (
        <tbody key={month.month}>
          <tr>
            <th scope="row">
              <span className={totalClass}>{monthInWords(month.month)}</span>
            </th>
            <Cells forecast={forecast} month={month.month} figures={month} />
          </tr>
          {month.sources.map(
            (source) =>
              (source.guaranteedMinor !== 0 || source.conditionalMinor !== 0) && (
                <tr key={source.income}>
                  <th scope="row">
                    <span className="sr-only">{monthInWords(month.month)}, </span>
                    {incomeClasses[source.income]}
                  </th>
                  <Cells forecast={forecast} month={month.month} figures={source} income={source.income} />
                </tr>
              ),
          )}
        </tbody>
      ))}
    </table>
  )
}

function CertaintyHeads({ certainty }: { certainty: PaymentCertainty }) {
  return (
    <>
      <th scope="col" className="figure">
        {paymentCertainties[certainty]}
      </th>
      <th scope="col" className={onlyWide}>
        <span className="sr-only">{paymentCertainties[certainty]} </span>Fees
      </th>
    </>
  )
}

function Cells({
  forecast,
  month,
  figures,
  income,
}: {
  forecast: FinanceForecast
  month: string
  figures: ForecastFigures
  income?: IncomeClass
}) {
  const { id } = useOrganization()
  const { currency } = forecast
  const links = forecastLinks(id, forecast)
  return certainties.map((certainty) => {
    const to = links.cell(certainty, month, income)
    return [
      <td key={certainty} className={`figure ${income ? '' : totalClass}`}>
        <Amount minor={minorOf(figures, certainty)} currency={currency} to={to} />
      </td>,
      <td key={`${certainty} fees`} className={onlyWide}>
        {feesOf(figures, certainty) !== 0 && <Amount minor={feesOf(figures, certainty)} currency={currency} to={to} />}
      </td>,
    ]
  })
}
