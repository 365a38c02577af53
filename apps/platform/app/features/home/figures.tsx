import { addDays } from '@sherpa/contracts/days'
import { paymentStates } from '@sherpa/contracts/deal-work'
import { monthAfter } from '@sherpa/contracts/finance'
import type { HomeFigures } from '@sherpa/contracts/home'
import { listInWords } from '@sherpa/contracts/list-in-words'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { roundedMoney } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { paymentsOf } from '../finances/finance-address.ts'

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const monthName = (month: string) => monthFormat.format(new Date(`${month}-01`))

/** Five figures, each linked to its list. Without money permission only the deals. */
export function Figures({ figures: { month, money, deals } }: { figures: HomeFigures }) {
  const { id } = useOrganization()
  const lastDay = addDays(`${monthAfter(month, 1)}-01`, -1)
  const finances = `/organizations/${id}/finances`
  return (
    <div>
      <ul className="facts facts-strip">
        {money && (
          <>
            <Figure
              title={`Received in ${monthName(month)}`}
              value={roundedMoney(money.receivedMinor, money.currency)}
              to={finances}
            >
              {differenceInWords(money, monthName(monthAfter(month, -1)))}
            </Figure>
            <Figure
              title={`Expected by ${shortCalendarDay(lastDay)}`}
              value={roundedMoney(money.expected.minor, money.currency)}
              to={paymentsOf(id, { state: 'expected', direction: 'incoming', currency: money.currency })}
            >
              {countInWords(money.expected.count, 'payment')}
            </Figure>
            <Figure
              title={`${paymentStates.late} payments`}
              value={roundedMoney(money.late.minor, money.currency)}
              to={paymentsOf(id, { state: 'late', direction: 'incoming', currency: money.currency })}
            >
              <span className={money.late.count > 0 ? 'text-error' : ''}>
                {money.late.count > 0 ? countInWords(money.late.count, 'payment') : 'all on time'}
              </span>
            </Figure>
            <Figure
              title={`Fees earned in ${monthName(month)}`}
              value={roundedMoney(money.feesMinor, money.currency)}
              to={finances}
            >
              on money received
            </Figure>
          </>
        )}
        <Figure title="Active deals" value={deals.active} to={`/organizations/${id}/deals?stage=signed,active`}>
          {deals.inReview > 0 ? `${deals.inReview} in review` : 'signed or in force'}
        </Figure>
      </ul>
      {money && money.otherCurrencies.length > 0 && (
        <p className="mt-1.5 text-xs text-grey">Without amounts in {listInWords(money.otherCurrencies)}.</p>
      )}
    </div>
  )
}

function differenceInWords(
  { receivedMinor, receivedBeforeMinor, currency }: NonNullable<HomeFigures['money']>,
  before: string,
) {
  const difference = receivedMinor - receivedBeforeMinor
  if (difference === 0) return `the same as in ${before}`
  return `${roundedMoney(Math.abs(difference), currency)} ${difference > 0 ? 'more' : 'less'} than ${before}`
}

export function Figure({
  title,
  value,
  to,
  children,
}: {
  title: string
  value: ReactNode
  to: string
  children?: ReactNode
}) {
  return (
    <li>
      <Link to={to} className="block h-full px-4 py-3.5 hover:bg-hover">
        <span className="block text-xs text-grey">{title}</span>
        <span className="block truncate text-2xl font-semibold tracking-[-0.02em] text-ink tabular-nums">{value}</span>
        {children && <span className="block text-xs text-grey">{children}</span>}
      </Link>
    </li>
  )
}

const countInWords = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
