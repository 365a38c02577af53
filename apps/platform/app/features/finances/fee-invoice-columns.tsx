import type { FeeInvoiceRow } from '@sherpa/contracts/fee-invoice'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { exactMoney } from '../../data/money.ts'
import type { Column } from '../../list/list-table.tsx'
import type { RecordPanelState } from '../../list/record-panel.tsx'
import { InvoiceStateBadge } from './invoice-state-badge.tsx'

export function feeInvoiceColumns({ linkTo }: Pick<RecordPanelState, 'linkTo'>): Column<FeeInvoiceRow>[] {
  return [
    {
      id: 'number',
      head: 'Invoice',
      shown: 'always',
      width: 'narrow',
      place: 'name',
      cell: ({ id, number }) => (
        <Link {...linkTo(id)} className="truncate font-medium text-ink tabular-nums hover:underline">
          {number}
        </Link>
      ),
    },
    {
      id: 'athlete',
      head: 'Athlete',
      width: 'name',
      place: 'detail',
      cell: ({ athlete }) => <span className="truncate">{athlete.name}</span>,
    },
    {
      id: 'state',
      head: 'Status',
      width: 'narrow',
      place: 'state',
      cell: ({ state }) => <InvoiceStateBadge state={state} />,
    },
    {
      id: 'sent',
      head: 'Sent',
      width: 'short',
      from: 'desk',
      cell: ({ sentAt }) => (sentAt ? 'By email' : <span className="text-grey">Not yet</span>),
    },
    {
      id: 'issued',
      head: 'Issued',
      sort: 'issued',
      width: 'narrow',
      align: 'end',
      from: 'desk',
      cell: ({ issuedOn }) => shortCalendarDay(issuedOn),
    },
    {
      id: 'due',
      head: 'Due',
      sort: 'due',
      width: 'narrow',
      align: 'end',
      from: 'laptop',
      cell: ({ dueOn }) => shortCalendarDay(dueOn),
    },
    {
      id: 'open',
      head: 'Open',
      width: 'narrow',
      align: 'end',
      from: 'laptop',
      cell: ({ state, totalMinor, paidMinor, currency }) => (
        <span className="tabular-nums">{state === 'void' ? '' : exactMoney(totalMinor - paidMinor, currency)}</span>
      ),
    },
    {
      id: 'amount',
      head: 'Total',
      sort: 'amount',
      width: 'person',
      align: 'end',
      place: 'side',
      cell: ({ totalMinor, currency, state }) => (
        <span className={`font-medium tabular-nums ${state === 'void' ? 'text-grey line-through' : 'text-ink'}`}>
          {exactMoney(totalMinor, currency)}
        </span>
      ),
    },
  ]
}
