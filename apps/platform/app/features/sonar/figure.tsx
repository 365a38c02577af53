import { financesApi } from '@sherpa/api-client/finances'
import type { FinanceOverview } from '@sherpa/contracts/finance'
import type { SonarFigure } from '@sherpa/contracts/sonar/answer'
import { buttonClass } from '@sherpa/ui/button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { roundedMoney } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { shortMonth, spanInWords } from '../finances/periods.ts'
import { explainedFigure } from './figure-words.ts'

/** The number once per currency, with its period, its base and what it leaves out. */
export function Figure({ figure }: { figure: SonarFigure }) {
  const { name, from, until, sums } = figure
  return (
    <div className="-mx-edge flex flex-col gap-6 border-y border-line-soft bg-snow px-edge py-5">
      {sums.map((sum) => (
        <Sum key={sum.currency} figure={figure} sum={sum}>
          {name}
          {from && until ? `, ${spanInWords({ from, until })}` : ', as of today'}
        </Sum>
      ))}
      {sums.length > 1 && <p className="text-grey">Currencies are not converted.</p>}
    </div>
  )
}

function Sum({
  figure: { name, from, until },
  sum: { currency, minor, entries },
  children,
}: {
  figure: SonarFigure
  sum: SonarFigure['sums'][number]
  /** What it is the sum of. */
  children: ReactNode
}) {
  const { id: organization } = useOrganization()
  const query = { currency, ...(from && until ? { from, until } : {}) }
  const { currentData: overview } = financesApi.useFinanceOverviewQuery({ organization, query })
  const { base, leftOut, minorOf } = explainedFigure(name) ?? {}
  const amount = roundedMoney(minor, currency)
  return (
    <div className="grid gap-x-12 gap-y-4 md:grid-cols-2">
      <div>
        <p className="text-grey">{children}</p>
        <p className="text-[2.25rem] leading-11 font-semibold text-ink tabular-nums">{amount}</p>
        {/* Keeps its place until the base is loaded. */}
        <p className="min-h-5 text-slate">{overview && [base?.(overview), leftOut].filter(Boolean).join(' ')}</p>
        <p className="mt-3">
          <Link to={entries} className={buttonClass({ size: 'small' })}>
            <span>
              Show entries<span className="sr-only"> of {amount}</span>
            </span>
          </Link>
        </p>
      </div>
      {overview && minorOf && overview.months.length > 1 && <Months overview={overview} minorOf={minorOf} />}
    </div>
  )
}

function Months({
  overview: { months, currency },
  minorOf,
}: {
  overview: FinanceOverview
  minorOf: (month: FinanceOverview['months'][number]) => number
}) {
  const most = Math.max(1, ...months.map(minorOf))
  return (
    <dl className="grid content-center gap-y-2">
      {months.map((month) => (
        <div key={month.month} className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-2">
          <dt className="text-grey">{shortMonth(month.month)}</dt>
          <dd className="flex items-center gap-2 text-ink tabular-nums">
            <svg aria-hidden="true" className="h-2.5 min-w-0 flex-1 fill-glacier">
              <rect width={`${(Math.max(0, minorOf(month)) / most) * 100}%`} height="100%" />
            </svg>
            <span className="min-w-24 text-right">{roundedMoney(minorOf(month), currency)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
