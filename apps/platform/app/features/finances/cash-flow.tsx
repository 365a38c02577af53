import type { FinanceOverview } from '@sherpa/contracts/finance'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { roundedMoney } from '../../data/money.ts'
import { useMedia } from '../../data/use-media.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Amount } from './amount.tsx'
import { daysAhead, entriesOf, paymentsOf } from './finance-address.ts'
import { MonthChart } from './month-chart.tsx'
import { MonthHead } from './month-head.tsx'
import { monthInWords } from './periods.ts'

type MonthFigures = FinanceOverview['months'][number]

/** One column per month, if the amounts fit. */
const COLUMNS = '(width >= 75rem)'
const MOST_COLUMNS = 12
const MOST_LETTERS = 10
/** Phones show the months around today first. */
const FIRST_ROWS = 6

const bars = [
  { look: 'received', minorOf: (month: MonthFigures) => month.receivedMinor },
  { look: 'expected', minorOf: (month: MonthFigures) => month.expectedMinor },
] as const

export function CashFlow({ overview }: { overview: FinanceOverview }) {
  const { id } = useOrganization()
  const { months, currency, today } = overview
  const amounts = months.flatMap((one) => [one.receivedMinor, one.expectedMinor, one.feesMinor, one.expensesMinor])
  const areShort = amounts.every((minor) => roundedMoney(minor, currency).length <= MOST_LETTERS)
  const hasColumns = useMedia(COLUMNS) && months.length <= MOST_COLUMNS && areShort
  const figures = figuresOf(id, overview)
  return (
    <Panel
      title="Cash flow by month"
      actions={
        <ul className="flex gap-4 text-xs text-slate">
          <li>
            <span aria-hidden="true" className="money-mark" data-of="received" />
            Received
          </li>
          <li>
            <span aria-hidden="true" className="money-mark" data-of="expected" />
            Expected
          </li>
        </ul>
      }
    >
      <MonthChart
        months={months}
        bars={bars}
        label="Received and expected"
        currency={currency}
        thisMonth={today.slice(0, 7)}
      />
      {hasColumns ? (
        <ColumnTable overview={overview} figures={figures} />
      ) : (
        <RowTable overview={overview} figures={figures} />
      )}
    </Panel>
  )
}

type MonthFigure = { name: string; of: (month: MonthFigures) => number; to: (month: string) => string }

function figuresOf(organization: string, { currency, today, expensesMinor }: FinanceOverview): MonthFigure[] {
  const entriesIn = (account: 'athlete-earnings' | 'fees' | 'expenses') => (month: string) =>
    entriesOf(organization, { account, from: month, until: month, currency })
  const expectedIn = (month: string) =>
    paymentsOf(organization, {
      state: 'expected',
      direction: 'incoming',
      ...daysAhead({ from: month, until: month }, today),
      currency,
    })
  const expenses = { name: 'Expenses', of: (one: MonthFigures) => one.expensesMinor, to: entriesIn('expenses') }
  return [
    { name: 'Received', of: (one) => one.receivedMinor, to: entriesIn('athlete-earnings') },
    { name: 'Expected', of: (one) => one.expectedMinor, to: expectedIn },
    { name: 'Fees', of: (one) => one.feesMinor, to: entriesIn('fees') },
    ...(expensesMinor === 0 ? [] : [expenses]),
  ]
}

type TableProps = { overview: FinanceOverview; figures: MonthFigure[] }

function ColumnTable({ overview: { months, currency, today }, figures }: TableProps) {
  const thisMonth = today.slice(0, 7)
  return (
    <table className="month-table">
      <MonthHead months={months} />
      <tbody>
        {figures.map(({ name, of, to }, index) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {months.map((month) => (
              <td
                key={month.month}
                data-now={month.month === thisMonth || undefined}
                className={index === 0 ? 'font-medium text-ink' : ''}
              >
                {of(month) !== 0 && <Amount minor={of(month)} currency={currency} to={to(month.month)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RowTable({ overview: { months, currency, today }, figures }: TableProps) {
  const [showsAll, setShowsAll] = useState(false)
  const now = months.findIndex(({ month }) => month === today.slice(0, 7))
  const start = Math.max(0, Math.min(now - 2, months.length - FIRST_ROWS))
  const shown = showsAll ? months : months.slice(start, start + FIRST_ROWS)
  return (
    <>
      <table className="deal-table mt-3">
        <thead>
          <tr>
            <th scope="col">Month</th>
            {figures.map(({ name }, index) => (
              <th key={name} scope="col" className={`figure ${index > 1 ? 'max-md:hidden' : ''}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((month) => (
            <tr key={month.month}>
              <td>{monthInWords(month.month)}</td>
              {figures.map(({ name, of, to }, index) => (
                <td
                  key={name}
                  className={`figure ${index === 0 ? 'font-medium text-ink' : ''} ${index > 1 ? 'max-md:hidden' : ''}`}
                >
                  {of(month) !== 0 && <Amount minor={of(month)} currency={currency} to={to(month.month)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!showsAll && shown.length < months.length && (
        <div className="pt-2">
          <Button look="secondary" size="small" onClick={() => setShowsAll(true)}>
            Show all {months.length} months
          </Button>
        </div>
      )}
    </>
  )
}
