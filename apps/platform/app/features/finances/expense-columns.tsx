import { type ExpenseRow, expenseCategories, expenseStates } from '@sherpa/contracts/expense'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { exactMoney } from '../../data/money.ts'
import type { Column } from '../../list/list-table.tsx'
import type { RecordPanelState } from '../../list/record-panel.tsx'
import { expenseTones } from './expense-words.ts'

export function expenseColumns({ linkTo }: Pick<RecordPanelState, 'linkTo'>): Column<ExpenseRow>[] {
  return [
    {
      id: 'vendor',
      head: 'Vendor',
      shown: 'always',
      width: 'name',
      place: 'name',
      cell: ({ id, vendor }) => (
        <Link {...linkTo(id)} className="truncate text-base font-medium text-ink hover:underline">
          {vendor}
        </Link>
      ),
    },
    {
      id: 'day',
      head: 'Date',
      sort: 'day',
      width: 'narrow',
      cell: ({ spentOn }) => <span className="tabular-nums">{shortCalendarDay(spentOn)}</span>,
    },
    {
      id: 'category',
      head: 'Category',
      place: 'detail',
      cell: ({ category, spentOn, athlete }) => (
        <>
          {athlete && <span className="md:hidden">{athlete.name}, </span>}
          {expenseCategories[category]}
          <span className="md:hidden">, {shortCalendarDay(spentOn)}</span>
        </>
      ),
    },
    {
      id: 'athlete',
      head: 'Athlete',
      from: 'laptop',
      cell: ({ athlete }) => athlete && <span className="truncate">{athlete.name}</span>,
    },
    {
      id: 'charged',
      head: 'Charged to',
      width: 'narrow',
      from: 'desk',
      cell: ({ recoupRate }) => (recoupRate === null ? 'Us' : 'Athlete'),
    },
    {
      id: 'added',
      head: 'Added by',
      shown: 'on-demand',
      cell: ({ addedBy }) => <span className="truncate">{addedBy?.name ?? 'Someone'}</span>,
    },
    {
      id: 'state',
      head: 'Status',
      width: 'badge',
      place: 'state',
      // Approved is the normal case.
      cell: ({ state }) =>
        state !== 'approved' && <StatusBadge tone={expenseTones[state]}>{expenseStates[state]}</StatusBadge>,
    },
    {
      id: 'amount',
      head: 'Amount',
      sort: 'amount',
      width: 'person',
      align: 'end',
      place: 'side',
      cell: ({ amountMinor, currency, state }) => (
        <span className={`font-medium tabular-nums ${state === 'approved' ? 'text-ink' : 'text-grey'}`}>
          {exactMoney(amountMinor, currency)}
        </span>
      ),
    },
  ]
}
