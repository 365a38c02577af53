import { athletesApi } from '@sherpa/api-client/athletes'
import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import type { MoneySum } from '@sherpa/contracts/finance'
import type { ReceiptRow } from '@sherpa/contracts/receipt'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { calendarDay, daysLate, shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords, roundedMoney } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Ready } from '../../frame/loaded.tsx'
import { useFirstPage } from '../../list/use-first-page.ts'
import { Figure } from '../home/figures.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { paymentsOf, receiptsOf } from './finance-address.ts'
import { amountClass, amountInWords } from './receipt-columns.tsx'

const SHOWN = '5'

/** What an athlete received, what comes next and what the agency keeps. */
export function OwnMoney() {
  const { id: organization } = useOrganization()
  const own = useFirstPage(athletesApi.endpoints.athletes, { organization, query: { limit: '1' } }, 'athletes')
  const athlete = own.currentData?.pages[0]?.rows[0]?.id
  const money = financesApi.useMoneyOfAthleteQuery({ organization, athlete: athlete ?? '' }, { skip: !athlete })
  const open = useFirstPage(
    dealsApi.endpoints.payments,
    { organization, query: { state: 'late,expected', direction: 'incoming', sort: 'due', limit: SHOWN } },
    'payments',
  )
  const received = useFirstPage(financesApi.endpoints.receipts, { organization, query: { limit: SHOWN } }, 'receipts')
  const payments = open.currentData?.pages[0]?.rows ?? []
  const receipts = received.currentData?.pages[0]?.rows ?? []
  return (
    <Ready queries={[own, open, received, ...(athlete ? [money] : [])]}>
      {() => {
        const sums = money.currentData?.sums ?? []
        if (sums.length === 0 && payments.length === 0) {
          return <EmptyState title="Nothing yet">Payments of your deals appear here once a deal is signed.</EmptyState>
        }
        return (
          <div className="flex flex-col gap-7 md:-mt-3.25">
            {sums.map((sum) => (
              <OwnFigures key={sum.currency} sum={sum} next={payments.find((one) => one.currency === sum.currency)} />
            ))}
            <div className="grid gap-7 lg:grid-cols-2 lg:gap-10">
              <ToCome payments={payments} />
              <Received receipts={receipts} />
            </div>
          </div>
        )
      }}
    </Ready>
  )
}

function OwnFigures({ sum, next }: { sum: MoneySum; next: PaymentRow | undefined }) {
  const { id } = useOrganization()
  const { currency, receivedThisYearMinor, receivedMinor, expectedMinor, lateMinor, feesMinor } = sum
  const receipts = receiptsOf(id, { currency })
  const payments = (state: 'expected' | 'late') => paymentsOf(id, { state, direction: 'incoming', currency })
  return (
    <ul className="facts facts-strip">
      <Figure title="Received this year" value={roundedMoney(receivedThisYearMinor, currency)} to={receipts}>
        {receivedMinor > receivedThisYearMinor ? `${roundedMoney(receivedMinor, currency)} in all` : 'Before fees'}
      </Figure>
      <Figure title="Expected" value={roundedMoney(expectedMinor, currency)} to={payments('expected')}>
        {next?.dueOn && !next.late && `Next ${shortCalendarDay(next.dueOn)}, ${next.company.name}`}
      </Figure>
      {lateMinor > 0 && (
        <Figure
          title="Overdue"
          value={<span className="text-error">{roundedMoney(lateMinor, currency)}</span>}
          to={payments('late')}
        >
          {next?.late && daysLate(next.late.days)}
        </Figure>
      )}
      <Figure
        title="Fees so far"
        value={roundedMoney(feesMinor, currency)}
        to={`/organizations/${id}/finances/statements`}
      >
        See your statement
      </Figure>
    </ul>
  )
}

function ToCome({ payments }: { payments: readonly PaymentRow[] }) {
  const { id } = useOrganization()
  return (
    <Lines
      title="Next payments"
      empty={payments.length === 0 && 'None expected'}
      all={{ to: `/organizations/${id}/finances/payments`, name: 'All payments' }}
    >
      {payments.map(({ id: payment, company, title, dueOn, late, openMinor, currency, deal, inKind }) => (
        <Line
          key={payment}
          name={company.name}
          to={`/organizations/${id}/deals/${deal.id}`}
          amount={`${moneyInWords(openMinor, currency)}${inKind ? ' in kind' : ''}`}
        >
          {late && <span className="text-error">{daysLate(late.days)}. </span>}
          {title}, {dueOn ? `due ${calendarDay(dueOn)}` : 'no date yet'}
        </Line>
      ))}
    </Lines>
  )
}

function Received({ receipts }: { receipts: readonly ReceiptRow[] }) {
  const { id } = useOrganization()
  const to = `/organizations/${id}/finances/receipts`
  return (
    <Lines title="Received" empty={receipts.length === 0 && 'Nothing yet'} all={{ to, name: 'All receipts' }}>
      {receipts.map((receipt) => (
        <Line
          key={receipt.id}
          name={receipt.payer}
          to={`${to}/${receipt.id}`}
          amount={
            <span className={amountClass(receipt)}>
              {receipt.inKindMinor === 0 ? moneyInWords(receipt.amountMinor, receipt.currency) : amountInWords(receipt)}
            </span>
          }
          below={receipt.feeMinor > 0 && !receipt.reversed && `Fee ${moneyInWords(receipt.feeMinor, receipt.currency)}`}
        >
          {receipt.reversed && 'Reversed. '}
          {calendarDay(receipt.receivedOn)}
          {receipt.allocations[0]?.payment && `, ${receipt.allocations[0].payment.title}`}
        </Line>
      ))}
    </Lines>
  )
}

function Lines({
  title,
  empty,
  all,
  children,
}: {
  title: string
  empty: string | false
  all: { to: string; name: string }
  children: ReactNode
}) {
  return (
    <Panel
      title={title}
      empty={empty}
      actions={
        <Link to={all.to} className={sectionLinkClass}>
          {all.name}
        </Link>
      }
    >
      {!empty && <ul className="-mt-4 divide-y divide-line-soft border-b border-line text-sm">{children}</ul>}
    </Panel>
  )
}

function Line({
  name,
  to,
  amount,
  below,
  children,
}: {
  name: string
  to: string
  amount: ReactNode
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="flex items-start justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <Link to={to} className="touch-area text-base font-medium break-words text-ink hover:underline">
          {name}
        </Link>
        <p className="text-xs break-words text-grey">{children}</p>
      </div>
      <p className="shrink-0 text-right font-medium text-ink tabular-nums">
        {amount}
        {below && <span className="block text-xs font-normal text-grey">{below}</span>}
      </p>
    </li>
  )
}
