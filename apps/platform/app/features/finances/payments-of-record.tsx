import { dealsApi } from '@sherpa/api-client/deals'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useFirstPage } from '../../list/use-first-page.ts'
import type { DealsOf } from '../deals/deals-of-record.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { PaymentStateBadge } from './payment-columns.tsx'
import { knownOf, RecordPaymentDialog } from './record-payment-button.tsx'

type Shown = 'open' | 'received'

const queries = {
  open: { state: 'late,expected', limit: '6' },
  received: { state: 'received,overpaid', sort: '-due', limit: '20' },
} as const

/** Open payments of a record, the oldest first, or received ones, the latest first. */
export function usePaymentsOf(whose: DealsOf, shown: Shown = 'open') {
  const { id: organization, may } = useOrganization()
  return useFirstPage(
    dealsApi.endpoints.payments,
    { organization, query: { ...whose, ...queries[shown] } },
    'payments',
    { skip: !may('money.view') || !may('deals.view') },
  )
}

/** Payments with a button to record the open ones, and a link to all. */
export function PaymentsOfRecord({ whose, shown = 'open' }: { whose: DealsOf; shown?: Shown }) {
  const { id: organization, role, may } = useOrganization()
  const [toRecord, setToRecord] = useState<PaymentRow>()
  const [page] = usePaymentsOf(whose, shown).currentData?.pages ?? []
  if (!page) return null
  const rows: PaymentRow[] = page.rows
  const mayRecord = may('money.edit') && role !== 'athlete'
  return (
    <Panel
      title={shown === 'open' ? 'Expected payments' : 'Received payments'}
      {...(shown === 'received' && rows.length > 0 && { count: 'by due date' })}
      empty={rows.length === 0 && (shown === 'open' ? 'None open' : 'None yet')}
      actions={
        <Link
          to={`/organizations/${organization}/finances/payments?${new URLSearchParams({ ...whose, ...(shown === 'received' && { state: queries.received.state }) })}`}
          className={sectionLinkClass}
        >
          {shown === 'open' ? 'All payments' : 'All received'}
        </Link>
      }
    >
      {rows.length > 0 && (
        <ul className="-mt-4 divide-y divide-line-soft border-b border-line">
          {rows.map((payment) => (
            <li key={payment.id} className="payment-row" data-actions={mayRecord ? shown : undefined}>
              <span className="payment-what break-words">
                <Link
                  to={`/organizations/${organization}/deals/${payment.deal.id}`}
                  className="touch-area font-medium text-ink hover:underline"
                >
                  {'athlete' in whose ? payment.company.name : payment.athlete.name}
                </Link>{' '}
                <span className="text-grey @max-[34rem]:hidden">{payment.title}</span>
              </span>
              <span className="payment-when min-w-0 text-grey tabular-nums">
                {payment.dueOn ? shortCalendarDay(payment.dueOn) : 'No date'}
                <span className="@min-[34rem]:hidden">, {payment.title}</span>
              </span>
              <span className="payment-state">{isUnusual(payment) && <PaymentStateBadge payment={payment} />}</span>
              <span className="payment-amount text-right font-medium text-ink tabular-nums">
                {moneyInWords(payment[shown === 'open' ? 'openMinor' : 'receivedMinor'], payment.currency)}
                {payment.inKind && <span className="font-normal text-grey"> in kind</span>}
              </span>
              {mayRecord && shown === 'open' && (
                <span className="payment-action text-right">
                  {!payment.outgoing && (
                    <Button
                      look="secondary"
                      size="small"
                      aria-label={`Record ${payment.title}, ${payment.athlete.name}`}
                      onClick={() => setToRecord(payment)}
                    >
                      Record
                    </Button>
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <RecordPaymentDialog known={toRecord && knownOf(toRecord)} onClose={() => setToRecord(undefined)} />
    </Panel>
  )
}

/** The heading says the usual state. */
const isUnusual = ({ state, receivedMinor }: PaymentRow) =>
  state === 'late' || state === 'overpaid' || (state === 'expected' && receivedMinor > 0)
