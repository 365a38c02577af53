import {
  type PaymentCertainty,
  type PaymentRow,
  type PaymentState,
  paymentCertainties,
  paymentStates,
} from '@sherpa/contracts/deal-work'
import { incomeClasses } from '@sherpa/contracts/money'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { dayOf, daysLate, shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import type { Column } from '../../list/list-table.tsx'

const tones: Record<PaymentState, Tone> = {
  expected: 'info',
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
 * of a list has no badge.
 */
export function paymentColumns(
  organization: string,
  { certainty, usual }: { certainty?: PaymentCertainty | undefined; usual?: PaymentState | undefined },
): Column<PaymentRow>[] {
  return [
    {
      id: 'due',
      head: 'Due',
      sort: 'due',
      shown: 'always',
      width: 'short',
      cell: ({ dueOn, state, late }) => (
        <span className={state === 'late' ? 'font-semibold text-error' : ''}>
          <span className={late ? 'md:max-lg:hidden' : ''}>{dueOn ? shortCalendarDay(dueOn) : 'No date'}</span>
          {/* Tablets have no room for the status. */}
          {late && <span className="lg:hidden">{daysLate(late.days)}</span>}
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
        <span className="block min-w-0 truncate" title={condition ? `Condition: ${condition}` : undefined}>
          <Link to={`/organizations/${organization}/deals/${deal.id}`} className="font-medium text-ink hover:underline">
            {athlete.name}
          </Link>{' '}
          <span className="text-grey">{title}</span>
        </span>
      ),
    },
    {
      id: 'company',
      head: 'From',
      place: 'detail',
      from: 'laptop',
      cell: ({ company, outgoing, dueOn }) => (
        <>
          {dueOn && <span className="md:hidden">{shortCalendarDay(dueOn)}, </span>}
          {outgoing ? 'Us' : company.name}
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
        (payment.state !== usual || isPartial(payment)) && (
          <span className="inline-flex items-center gap-1.5">
            <PaymentStateBadge payment={payment} />
            {payment.late && payment.reminded && <Reminded {...payment.reminded} />}
          </span>
        ),
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
          <span className="text-ink tabular-nums">{moneyInWords(receivedMinor, currency)}</span>
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
            {moneyInWords(openMinor, currency)}
          </span>
        ),
    },
    {
      id: 'amount',
      head: 'Amount',
      sort: 'amount',
      width: 'short',
      align: 'end',
      ...(!certainty && { place: 'side' }),
      cell: ({ amountMinor, currency, inKind }) => (
        <span className="font-medium text-ink tabular-nums">
          {moneyInWords(amountMinor, currency)}
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
        {moneyInWords(payment[`${certainty}Minor`], payment.currency)}
      </span>
    ),
  }
}

/** Such as "Reminded Nov 3, 2026 by Amara Cole". */
function Reminded({ at, by }: NonNullable<PaymentRow['reminded']>) {
  const text = `Reminded ${dayOf(at)}${by ? ` by ${by.name}` : ''}`
  return (
    <span title={text} className="text-grey max-md:hidden">
      <ToolIcon name="email" />
      <span className="sr-only">{text}</span>
    </span>
  )
}
