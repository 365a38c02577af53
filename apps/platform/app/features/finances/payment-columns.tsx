import {
  type PaymentCertainty,
  type PaymentRow,
  type PaymentState,
  paymentCertainties,
  paymentStates,
} from '@sherpa/contracts/deal-work'
import { incomeClasses } from '@sherpa/contracts/money'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'
import { Link } from 'react-router'
import { dayOf, daysLate, shortCalendarDay } from '../../data/moments.tsx'
import { exactMoney } from '../../data/money.ts'
import type { Column } from '../../list/list-table.tsx'

const tones: Record<PaymentState, Tone> = {
  expected: 'quiet',
  late: 'bad',
  received: 'good',
  overpaid: 'warning',
  conditional: 'quiet',
  canceled: 'quiet',
}

const isPartial = ({ state, receivedMinor }: PaymentRow) => state === 'expected' && receivedMinor > 0

export function PaymentStateBadge({ payment }: { payment: PaymentRow }) {
  const { state, late } = payment
  return (
    <StatusBadge tone={tones[state]}>
      {late ? daysLate(late.days) : isPartial(payment) ? 'Partly received' : paymentStates[state]}
    </StatusBadge>
  )
}

/** Received and open amounts never share a column. A list of one certainty has its amount in a column. The usual state
 * of a list has no badge; overdue payments say how late they are with their due date. Where a button takes the room
 * beside the name, titles are left to the record.
 */
export function paymentColumns(
  organization: string,
  {
    today,
    certainty,
    usual,
    hasTitles = true,
  }: { hasTitles?: boolean; today: string; certainty?: PaymentCertainty | undefined; usual?: PaymentState | undefined },
): Column<PaymentRow>[] {
  return [
    {
      id: 'due',
      head: 'Due',
      sort: 'due',
      shown: 'always',
      width: 'narrow',
      cell: (payment) => (
        <span className="block leading-4">
          <Due payment={payment} today={today} />
          {payment.late && payment.dueOn && (
            <span className="block text-xs text-grey">Due {shortCalendarDay(payment.dueOn)}</span>
          )}
        </span>
      ),
    },
    {
      id: 'title',
      head: 'Payment',
      shown: 'always',
      width: 'wide',
      place: 'name',
      cell: ({ title, athlete, deal, condition }) => (
        // `relative` clips the title for screen readers, which else widens the page.
        <span className="relative block min-w-0 truncate" title={condition ? `Condition: ${condition}` : undefined}>
          <Link to={`/organizations/${organization}/deals/${deal.id}`} className="font-medium text-ink hover:underline">
            {athlete.name}
          </Link>{' '}
          <span className={`text-grey ${hasTitles ? '' : 'sr-only'}`}>{title}</span>
        </span>
      ),
    },
    {
      id: 'company',
      head: 'From',
      place: 'detail',
      from: 'laptop',
      cell: (payment) => (
        <>
          <span className="md:hidden">
            <Due payment={payment} today={today} />,{' '}
          </span>
          {payment.outgoing ? 'Us' : payment.company.name}
        </>
      ),
    },
    { id: 'income', head: 'Income', shown: 'on-demand', cell: ({ income }) => incomeClasses[income] },
    {
      id: 'state',
      head: 'Status',
      width: 'badge',
      place: 'state',
      from: 'laptop',
      cell: (payment) =>
        !payment.late && (payment.state !== usual || isPartial(payment)) && <PaymentStateBadge payment={payment} />,
    },
    {
      id: 'reminded',
      head: 'Last reminder',
      from: 'laptop',
      cell: ({ late, outgoing, reminded }) => late && !outgoing && <Reminded reminded={reminded} />,
    },
    {
      id: 'received',
      head: 'Received',
      width: 'short',
      align: 'end',
      from: 'laptop',
      // Otherwise it is the amount.
      cell: ({ receivedMinor, amountMinor, currency }) =>
        receivedMinor !== 0 &&
        receivedMinor !== amountMinor && (
          <span className="text-ink tabular-nums">{exactMoney(receivedMinor, currency)}</span>
        ),
    },
    {
      id: 'open',
      head: 'Open',
      width: 'short',
      align: 'end',
      from: 'laptop',
      cell: ({ openMinor, amountMinor, currency, state }) =>
        openMinor !== 0 &&
        openMinor !== amountMinor && (
          <span className={`tabular-nums ${state === 'late' ? 'font-semibold text-error' : 'text-slate'}`}>
            {exactMoney(openMinor, currency)}
          </span>
        ),
    },
    {
      id: 'amount',
      head: 'Amount',
      sort: 'amount',
      width: 'person',
      align: 'end',
      ...(!certainty && { place: 'side' }),
      cell: ({ amountMinor, currency, inKind }) => (
        <span className="font-medium text-ink tabular-nums">
          {exactMoney(amountMinor, currency)}
          {inKind && <span className="font-normal text-grey"> in kind</span>}
        </span>
      ),
    },
    ...(certainty ? [certaintyColumn(certainty)] : []),
  ]
}

function certaintyColumn(certainty: PaymentCertainty): Column<PaymentRow> {
  return {
    id: 'certainty',
    head: paymentCertainties[certainty],
    shown: 'always',
    width: 'short',
    align: 'end',
    place: 'side',
    cell: (payment) => (
      <span className="font-medium text-ink tabular-nums">
        {exactMoney(payment[`${certainty}Minor`], payment.currency)}
      </span>
    ),
  }
}

function Due({ payment: { dueOn, late }, today }: { payment: PaymentRow; today: string }) {
  if (late) return <span className="font-semibold text-error">{daysLate(late.days)}</span>
  if (dueOn === today) return <span className="font-semibold text-summit-ink">Due today</span>
  return dueOn ? shortCalendarDay(dueOn) : 'No date'
}

function Reminded({ reminded }: Pick<PaymentRow, 'reminded'>) {
  if (!reminded) return <span className="text-grey">Not reminded yet</span>
  const { at, by } = reminded
  return (
    <span className="block leading-4">
      {dayOf(at)}
      {by && <span className="block text-xs text-grey">by {by.name}</span>}
    </span>
  )
}
