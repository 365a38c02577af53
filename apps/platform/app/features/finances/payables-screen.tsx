import { financesApi } from '@sherpa/api-client/finances'
import { type PayableRow, payableKinds, payableStates, payablesQuery } from '@sherpa/contracts/payout'
import { Button, buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { useState } from 'react'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { exactMoney } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { dayRangeFilter } from '../../list/range-filter.tsx'
import { useList } from '../../list/use-list.ts'
import { useOwnCurrency } from '../deals/use-own-currency.ts'
import { amountFilter, currencyFilter } from './amount-filter.tsx'
import { payableTones } from './expense-words.ts'
import { FinancesHead } from './finances-frame.tsx'
import { PayoutDialog } from './payout-dialog.tsx'

export function Component() {
  const { id: organization, may } = useOrganization()
  const address = useListAddress(payablesQuery)
  const currency = useOwnCurrency()
  const list = useList(financesApi.endpoints.payables, { organization, query: address.state }, topics)
  const [opened, setOpened] = useState<string>()
  const row = list.rows.find(({ id }) => id === opened)
  return (
    <>
      <ListView
        views="payables"
        head={({ views, isEmpty }) => (
          <>
            <FinancesHead views={views} count={list.total} isEmpty={isEmpty} />
            {!isEmpty && <p className="max-w-[72ch] text-sm text-grey max-md:hidden">{about}</p>}
          </>
        )}
        filters={[
          { name: 'state', label: 'Status', choices: payableStates },
          { name: 'kind', label: 'Kind', choices: payableKinds },
          currencyFilter,
          amountFilter(address, currency),
          dayRangeFilter(address, { name: 'due', label: 'Due', unset: 'No due date' }),
        ]}
        label="Payables"
        list={list}
        address={address}
        columns={columns}
        nameOf={payeeOf}
        onOpen={({ id }) => setOpened(id)}
        actions={
          may('money.edit')
            ? (one) => (
                <Button
                  look="secondary"
                  size="small"
                  aria-label={`${one.state === 'paid' ? 'Payouts' : 'Record payout'}: ${one.title}, ${payeeOf(one)}`}
                  onClick={() => setOpened(one.id)}
                >
                  {one.state === 'paid' ? 'Payouts' : 'Record payout'}
                </Button>
              )
            : undefined
        }
        actionsWidth="button"
        empty={
          <EmptyState
            title="Nothing to pay"
            action={
              <Link
                to={`/organizations/${organization}/finances/expenses#add`}
                className={buttonClass({ look: 'secondary', size: 'small' })}
              >
                Add expense
              </Link>
            }
          >
            {about}
          </EmptyState>
        }
        noMatch="Nothing matches"
      />
      <PayoutDialog row={row} onClose={() => setOpened(undefined)} />
    </>
  )
}

const about = 'What you owe appears here: pay of athletes under your own deals, and approved expenses of colleagues.'

const topics = ['payments', 'expenses'] as const

const payeeOf = ({ kind, athlete, colleague }: PayableRow) =>
  (kind === 'pay' ? athlete?.name : colleague?.name) ?? 'Someone'

const columns: Column<PayableRow>[] = [
  {
    id: 'to',
    head: 'To',
    shown: 'always',
    width: 'name',
    place: 'name',
    cell: (row) => <span className="truncate text-base font-medium text-ink">{payeeOf(row)}</span>,
  },
  {
    id: 'what',
    head: 'For',
    width: 'wide',
    place: 'detail',
    cell: ({ title, deal, dueOn }) => (
      <span className="truncate">
        {dueOn && <span className="md:hidden">{shortCalendarDay(dueOn)}, </span>}
        {title}
        {deal && <span className="text-grey max-md:hidden">, {deal.title}</span>}
      </span>
    ),
  },
  {
    id: 'due',
    head: 'Due',
    sort: 'due',
    width: 'narrow',
    from: 'laptop',
    cell: ({ dueOn }) => dueOn && <span className="tabular-nums">{shortCalendarDay(dueOn)}</span>,
  },
  {
    id: 'state',
    head: 'Status',
    width: 'badge',
    place: 'state',
    cell: ({ state }) => <StatusBadge tone={payableTones[state]}>{payableStates[state]}</StatusBadge>,
  },
  {
    id: 'paid',
    head: 'Paid',
    width: 'narrow',
    align: 'end',
    from: 'laptop',
    cell: ({ paidMinor, currency }) =>
      paidMinor > 0 && <span className="text-slate tabular-nums">{exactMoney(paidMinor, currency)}</span>,
  },
  {
    id: 'amount',
    head: 'Amount',
    sort: 'amount',
    width: 'person',
    align: 'end',
    place: 'side',
    cell: ({ amountMinor, currency }) => (
      <span className="font-medium text-ink tabular-nums">{exactMoney(amountMinor, currency)}</span>
    ),
  },
]
