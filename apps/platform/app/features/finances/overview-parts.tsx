import type { Currency } from '@sherpa/contracts/currency'
import type { FinanceOverview } from '@sherpa/contracts/finance'
import { agingBands, type IncomeClass, incomeClasses } from '@sherpa/contracts/money'
import { Panel } from '@sherpa/ui/panel'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { counted } from '../../data/counted.ts'
import { daysLate, shortCalendarDay } from '../../data/moments.tsx'
import { roundedMoney } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Amount } from './amount.tsx'
import { daysAhead, entriesOf, paymentsOf } from './finance-address.ts'

/** Such as "9.5%". */
export function percent(part: number, whole: number) {
  return `${((part / whole) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
}

export function Figures({ overview }: { overview: FinanceOverview }) {
  const { id } = useOrganization()
  const { currency, received, inKind, expected, late, oldestLateDays, feesMinor, today, from, until } = overview
  const ahead = daysAhead({ from, until }, today)
  const overdue = paymentsOf(id, { state: 'late', direction: 'incoming', currency })
  return (
    <ul className="money-figures">
      <Figure
        of="received"
        title="Received"
        minor={received.minor}
        currency={currency}
        to={entriesOf(id, { account: 'athlete-earnings', from, until, currency })}
      >
        {counted(received.count, 'payment')} since {shortCalendarDay(`${from}-01`)}
        {inKind.minor !== 0 && (
          <>
            . Excludes{' '}
            <Amount
              minor={inKind.minor}
              currency={currency}
              to={entriesOf(id, { account: 'in-kind-earnings', from, until, currency })}
            />{' '}
            in kind
          </>
        )}
      </Figure>
      <Figure
        of="expected"
        title="Expected"
        minor={expected.minor}
        currency={currency}
        to={paymentsOf(id, { state: 'expected', direction: 'incoming', ...ahead, currency })}
      >
        {counted(expected.count, 'payment')} until {shortCalendarDay(ahead.until)}
      </Figure>
      <Figure of="late" title="Overdue" minor={late.minor} currency={currency} to={overdue}>
        {late.count === 0 ? (
          counted(0, 'payment')
        ) : (
          <>
            <Link to={overdue} className="touch-area font-medium text-glacier hover:underline">
              {counted(late.count, 'payment')}
            </Link>
            , {late.count > 1 && 'oldest '}
            {daysLate(oldestLateDays)}
          </>
        )}
      </Figure>
      <Figure
        of="fees"
        title="Fees earned"
        minor={feesMinor}
        currency={currency}
        to={entriesOf(id, { account: 'fees', from, until, currency })}
      >
        {received.minor > 0 ? `${percent(feesMinor, received.minor)} of money received` : 'Nothing received yet'}
      </Figure>
    </ul>
  )
}

export function Figure({
  of,
  title,
  minor,
  currency,
  to,
  children,
}: {
  of: 'received' | 'expected' | 'guaranteed' | 'conditional' | 'late' | 'fees'
  title: string
  minor: number
  currency: Currency
  to: string
  children: ReactNode
}) {
  return (
    <li>
      <span className="flex items-center text-sm text-slate">
        <span aria-hidden="true" className="money-mark" data-of={of} />
        {title}
      </span>
      <span
        className={`block text-[1.625rem] leading-9 font-semibold tracking-[-0.03em] max-md:text-xl ${of === 'late' && minor > 0 ? 'text-error' : 'text-ink'}`}
      >
        {minor === 0 ? roundedMoney(0, currency) : <Amount minor={minor} currency={currency} to={to} />}
      </span>
      <span className="block text-xs text-grey">{children}</span>
    </li>
  )
}

/** Amounts that the figures above exclude. */
export function Excluded({ overview }: { overview: FinanceOverview }) {
  const { id } = useOrganization()
  const { currency, undated, conditional, expensesMinor, from, until } = overview
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs text-grey">
      {expensesMinor !== 0 && (
        <Note name="Expenses we carry">
          <Amount
            minor={expensesMinor}
            currency={currency}
            to={entriesOf(id, { account: 'expenses', from, until, currency })}
          />
        </Note>
      )}
      {undated.count > 0 && (
        <Note name={`${counted(undated.count, 'payment')} without a date, excluded`}>
          <Amount
            minor={undated.minor}
            currency={currency}
            to={paymentsOf(id, { state: 'expected', direction: 'incoming', due: 'undated', currency })}
          />
        </Note>
      )}
      {conditional.count > 0 && (
        <Note name={`${counted(conditional.count, 'payment')} conditional, excluded`}>
          <Amount
            minor={conditional.minor}
            currency={currency}
            to={paymentsOf(id, { state: 'conditional', direction: 'incoming', currency })}
          />
        </Note>
      )}
    </dl>
  )
}

export function Note({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="font-medium text-slate">{children}</dd>
    </div>
  )
}

const usedSources = (sources: FinanceOverview['sources']) =>
  sources.filter((one) => one.receivedMinor !== 0 || one.expectedMinor !== 0 || one.feesMinor !== 0)

export function Sources({ overview }: { overview: FinanceOverview }) {
  const { id } = useOrganization()
  const { sources, received, expected, currency, from, until, today } = overview
  const ahead = daysAhead({ from, until }, today)
  const receivedFrom = (income?: IncomeClass) =>
    entriesOf(id, { account: 'athlete-earnings', income, from, until, currency })
  const expectedFrom = (income?: IncomeClass) =>
    paymentsOf(id, { state: 'expected', direction: 'incoming', ...ahead, currency, ...(income && { income }) })
  const most = Math.max(1, ...sources.flatMap((one) => [one.receivedMinor, one.expectedMinor]))
  const barOf = (minor: number) => ({ width: `max(2px, ${(minor / most) * 100}%)` })
  return (
    <Panel title="By source">
      <table className="deal-table -mt-4">
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col" className="figure">
              Received
            </th>
            <th scope="col" className="figure">
              Expected
            </th>
          </tr>
        </thead>
        <tbody>
          {usedSources(sources).map(({ income, receivedMinor, expectedMinor }) => (
            <tr key={income}>
              <td className="w-full font-medium text-ink">
                {incomeClasses[income]}
                <svg aria-hidden="true" className="source-bars">
                  {receivedMinor > 0 && (
                    <rect className="received" y="0" height="4" rx="2" style={barOf(receivedMinor)} />
                  )}
                  {expectedMinor > 0 && (
                    <rect className="expected" y="6" height="4" rx="2" style={barOf(expectedMinor)} />
                  )}
                </svg>
              </td>
              <td className="figure font-medium text-ink">
                <Amount minor={receivedMinor} currency={currency} to={receivedFrom(income)} />
              </td>
              <td className="figure">
                <Amount minor={expectedMinor} currency={currency} to={expectedFrom(income)} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All sources</th>
            <td className="figure font-semibold text-ink">
              <Amount minor={received.minor} currency={currency} to={receivedFrom()} />
            </td>
            <td className="figure">
              <Amount minor={expected.minor} currency={currency} to={expectedFrom()} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Panel>
  )
}

export function Aging({ overview }: { overview: FinanceOverview }) {
  const { id } = useOrganization()
  const { aging, late, currency } = overview
  const allLate = paymentsOf(id, { state: 'late', direction: 'incoming', currency })
  const shares = aging.map(({ band, minor }, index) => {
    const before = aging.slice(0, index).reduce((sum, one) => sum + one.minor, 0)
    return { band, start: (before / late.minor) * 100, width: (minor / late.minor) * 100 }
  })
  return (
    <Panel
      title="Aging"
      actions={
        late.count > 0 && (
          <Link to={allLate} className="touch-area text-sm font-medium text-glacier hover:underline">
            {counted(late.count, 'payment')}
          </Link>
        )
      }
    >
      {late.count === 0 ? (
        <p className="text-sm text-grey">Nothing is overdue.</p>
      ) : (
        <div className="aging -mt-1">
          <svg aria-hidden="true">
            {shares.map(
              ({ band, start, width }) =>
                width > 0 && (
                  <rect
                    key={band}
                    data-age={band}
                    x={`${start}%`}
                    width={`${Math.max(0.5, width - 0.5)}%`}
                    height="10"
                  />
                ),
            )}
          </svg>
          <table className="deal-table mt-2">
            <thead className="sr-only">
              <tr>
                <th scope="col">Age</th>
                <th scope="col">Payments</th>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              {aging.map(({ band, minor, count }) => (
                <tr key={band}>
                  <td className="w-full font-medium text-ink">
                    <span aria-hidden="true" className="money-mark" data-age={band} />
                    {agingBands[band]}
                  </td>
                  <td className="figure">{count}</td>
                  <td className="figure font-medium text-ink">
                    <Amount
                      minor={minor}
                      currency={currency}
                      to={paymentsOf(id, { state: 'late', direction: 'incoming', age: band, currency })}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">All overdue</th>
                <td className="figure">{late.count}</td>
                <td className="figure font-semibold text-ink">
                  <Amount minor={late.minor} currency={currency} to={allLate} />
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </Panel>
  )
}

export function FeesByClass({ overview }: { overview: FinanceOverview }) {
  const { id } = useOrganization()
  const { sources, feesMinor, currency, from, until } = overview
  const feesOf = (income?: IncomeClass) => entriesOf(id, { account: 'fees', income, from, until, currency })
  return (
    <Panel title="Fees earned">
      <table className="deal-table -mt-4">
        <thead>
          <tr>
            <th scope="col">Income class</th>
            <th scope="col" className="figure">
              Rate
            </th>
            <th scope="col" className="figure">
              Fee
            </th>
          </tr>
        </thead>
        <tbody>
          {usedSources(sources).map(({ income, receivedMinor, feesMinor }) => (
            <tr key={income}>
              <td className="w-full font-medium text-ink">{incomeClasses[income]}</td>
              <td className="figure text-grey">{receivedMinor > 0 ? percent(feesMinor, receivedMinor) : ''}</td>
              <td className="figure font-medium text-ink">
                <Amount minor={feesMinor} currency={currency} to={feesOf(income)} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All fees</th>
            <td />
            <td className="figure font-semibold text-ink">
              <Amount minor={feesMinor} currency={currency} to={feesOf()} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Panel>
  )
}

export function OwnPayments({ overview }: { overview: FinanceOverview }) {
  const { id } = useOrganization()
  const { outgoing, currency, from, until, today } = overview
  if (!outgoing) return null
  const { paidMinor, due, late } = outgoing
  const rows = [
    {
      name: 'Paid',
      minor: paidMinor,
      to: entriesOf(id, { account: 'owed-to-athletes', cause: 'payout', from, until, currency }),
    },
    {
      name: `Due, ${counted(due.count, 'payment')}`,
      minor: due.minor,
      to: paymentsOf(id, {
        state: 'expected',
        direction: 'outgoing',
        ...daysAhead({ from, until }, today),
        currency,
      }),
    },
    {
      name: `Overdue, ${counted(late.count, 'payment')}`,
      minor: late.minor,
      to: paymentsOf(id, { state: 'late', direction: 'outgoing', currency }),
    },
  ]
  return (
    <Panel title="Paid to athletes" lead="Under deals with your own organization. Not included in the figures above.">
      <dl className="flex flex-wrap gap-x-10 gap-y-2 text-sm">
        {rows.map(({ name, minor, to }) => (
          <div key={name}>
            <dt className="text-xs text-grey">{name}</dt>
            <dd className="font-semibold text-ink">
              <Amount minor={minor} currency={currency} to={to} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
