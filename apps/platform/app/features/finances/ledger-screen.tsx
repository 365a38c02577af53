import { financesApi } from '@sherpa/api-client/finances'
import { currencies } from '@sherpa/contracts/currency'
import { type EntryRow, ledgerQuery } from '@sherpa/contracts/finance'
import { accounts, entryCauses, incomeClasses } from '@sherpa/contracts/money'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Link } from 'react-router'
import { calendarDay, Moment, shortCalendarDay } from '../../data/moments.tsx'
import { exactMoney } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useList } from '../../list/use-list.ts'
import { AddressFilters, peopleOf } from './address-filters.tsx'
import { FinancesHead } from './finances-frame.tsx'
import { monthInWords, spanInWords } from './periods.ts'

const filters: ChoiceFilter[] = [
  { name: 'account', label: 'Account', choices: accounts, most: 1 },
  { name: 'cause', label: 'Type', choices: entryCauses, most: 1 },
  { name: 'income', label: 'Source', choices: incomeClasses, most: 1 },
  {
    name: 'currency',
    label: 'Currency',
    choices: Object.fromEntries(currencies.map((currency) => [currency, currency])),
    most: 1,
  },
]

export function Component() {
  const { id: organization } = useOrganization()
  const address = useListAddress(ledgerQuery)
  const list = useList(financesApi.endpoints.ledger, { organization, query: address.state }, 'entries')
  return (
    <ListView
      head={({ isEmpty }) => (
        <>
          <FinancesHead count={list.total} isEmpty={isEmpty} />
          <Summary state={address.state} rows={list.rows} clear={(names) => address.change(names)} />
        </>
      )}
      label="Entries"
      list={list}
      address={address}
      columns={columnsOf(organization)}
      nameOf={({ cause, of }) => `${entryCauses[cause]}, ${of.title}`}
      filters={filters}
      empty={
        <EmptyState title="No entries yet">
          Receipts, fees, expenses and payouts appear here. Entries never change; a mistake is corrected with a
          reversing entry.
        </EmptyState>
      }
      noMatch="No entry matches"
    />
  )
}

type State = Record<string, string>

/** Filters that only the address carries, and the total of all pages. */
function Summary({
  state,
  rows,
  clear,
}: {
  state: State
  rows: readonly EntryRow[]
  clear: (names: Record<string, undefined>) => void
}) {
  const { id: organization } = useOrganization()
  const { sort: _, search: __, ...query } = state
  const { currentData } = financesApi.useLedgerSumQuery({ organization, query }, { skip: !query.account })
  const about = [
    spanOf(state),
    ...peopleOf(
      state,
      rows.flatMap((row) => row.lines),
    ),
  ]
  const sums = currentData?.sums
  if (!about.some(Boolean) && !sums) return null
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm">
      <AddressFilters about={about} names={addressFilters} clear={clear} />
      {sums && (
        <p role="status">
          Total of these entries{' '}
          <span className="font-semibold text-ink tabular-nums">
            {sums.length === 0 ? 'none' : sums.map(({ minor, currency }) => sideOf(minor, currency)).join(', ')}
          </span>
        </p>
      )}
    </div>
  )
}

/** Set by links from figures; they have no control of their own. */
const addressFilters = ['from', 'until', 'athlete', 'deal', 'sport', 'agent']

function spanOf({ from, until }: State) {
  if (from && until) return spanInWords({ from, until })
  return from ? `From ${monthInWords(from)}` : until && `Until ${monthInWords(until)}`
}

/** Debits are positive, credits negative. */
function sideOf(minor: number, currency: EntryRow['lines'][number]['currency']) {
  return `${exactMoney(Math.abs(minor), currency)} ${minor < 0 ? 'credit' : 'debit'}`
}

/** Links to the record behind an entry, opened in its list where possible. */
function placeOf({ kind, id }: EntryRow['of']) {
  if (kind === 'payment') return 'payments?direction=outgoing'
  if (kind === 'payout') return 'expenses'
  return `${{ receipt: 'receipts', invoice: 'fees', expense: 'expenses' }[kind]}?open=${id}`
}

function columnsOf(organization: string): Column<EntryRow>[] {
  const at = (path: string) => `/organizations/${organization}/${path}`
  return [
    {
      id: 'cause',
      head: 'Entry',
      shown: 'always',
      width: 'wide',
      place: 'name',
      cell: ({ cause, of, reverses, reversedBy }) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <Link to={at(`finances/${placeOf(of)}`)} className="truncate text-base font-medium text-ink hover:underline">
            {entryCauses[cause]}
            {of.title && `, ${of.title}`}
          </Link>
          {reverses && <span className="shrink-0 text-xs text-error">Reversal</span>}
          {reversedBy && <span className="shrink-0 text-xs text-grey">Reversed</span>}
        </span>
      ),
    },
    {
      id: 'day',
      head: 'Posted on',
      sort: 'day',
      width: 'short',
      place: 'detail',
      cell: ({ cause, postedOn, occurredOn, lines }) =>
        cause === 'opening' ? (
          <span title={`Occurred around ${calendarDay(occurredOn)}. No month counts it.`}>Before Sherpa</span>
        ) : (
          <span
            title={postedOn === occurredOn ? undefined : `Occurred on ${calendarDay(occurredOn)}, in a closed month`}
          >
            {shortCalendarDay(postedOn)}
            {lines[0]?.athlete && <span className="md:hidden">, {lines[0].athlete.name}</span>}
          </span>
        ),
    },
    {
      id: 'athlete',
      head: 'Athlete',
      width: 'medium',
      from: 'laptop',
      cell: ({ lines: [line] }) =>
        line?.athlete && (
          <Link to={at(`athletes/${line.athlete.id}`)} className="truncate hover:underline">
            {line.athlete.name}
          </Link>
        ),
    },
    {
      id: 'deal',
      head: 'Deal',
      shown: 'on-demand',
      cell: ({ lines: [line] }) =>
        line?.deal && (
          <Link to={at(`deals/${line.deal.id}`)} className="truncate hover:underline">
            {line.deal.title}
          </Link>
        ),
    },
    {
      id: 'lines',
      head: 'Accounts',
      from: 'laptop',
      cell: ({ lines }) => (
        <span className="truncate text-grey">
          {lines
            .map(({ account, amountMinor }) => `${accounts[account]} ${amountMinor < 0 ? 'credit' : 'debit'}`)
            .join(', ')}
        </span>
      ),
    },
    {
      id: 'booked',
      head: 'Recorded by',
      shown: 'on-demand',
      width: 'medium',
      cell: ({ bookedBy }) => <span className="truncate">{bookedBy?.name ?? 'Sherpa'}</span>,
    },
    {
      id: 'moment',
      head: 'Recorded at',
      shown: 'on-demand',
      width: 'medium',
      cell: ({ bookedAt }) => <Moment at={bookedAt} />,
    },
    {
      id: 'note',
      head: 'Note',
      shown: 'on-demand',
      cell: ({ note }) => note && <span className="truncate">{note}</span>,
    },
    {
      id: 'amount',
      head: 'Amount',
      width: 'badge',
      align: 'end',
      place: 'side',
      cell: ({ lines }) => {
        const counting = lines.filter(({ counts }) => counts)
        // Without an account filter, debits: credits are equal.
        const shown = counting.length > 0 ? counting : lines.filter(({ amountMinor }) => amountMinor > 0)
        const sum = shown.reduce((all, { amountMinor }) => all + amountMinor, 0)
        return (
          shown[0] && (
            <span className="font-medium text-ink tabular-nums">
              {counting.length > 0 ? sideOf(sum, shown[0].currency) : exactMoney(sum, shown[0].currency)}
            </span>
          )
        )
      },
    },
  ]
}
