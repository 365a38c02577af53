import { financesApi } from '@sherpa/api-client/finances'
import { currencies } from '@sherpa/contracts/currency'
import { type EntryRow, ledgerQuery } from '@sherpa/contracts/finance'
import { accounts, entryCauses, incomeClasses } from '@sherpa/contracts/money'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Link } from 'react-router'
import { calendarDay, Moment } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useList } from '../../list/use-list.ts'
import { FinancesFrame } from './finances-frame.tsx'
import { NarrowedTo, peopleOf } from './narrowed-to.tsx'
import { monthInWords, spanInWords } from './periods.ts'

const filters: ChoiceFilter[] = [
  { name: 'account', label: 'Account', choices: accounts, most: 1 },
  { name: 'cause', label: 'Cause', choices: entryCauses, most: 1 },
  { name: 'income', label: 'Source', choices: incomeClasses, most: 1 },
  {
    name: 'currency',
    label: 'Currency',
    choices: Object.fromEntries(currencies.map((currency) => [currency, currency])),
    most: 1,
  },
]

/** Every entry of the ledger: what the figures of other screens open to. */
export function Component() {
  const { id: organization } = useOrganization()
  const address = useListAddress(ledgerQuery)
  const list = useList(financesApi.endpoints.ledger, { organization, query: address.state }, 'entries')
  return (
    <FinancesFrame>
      <Narrowed state={address.state} rows={list.rows} clear={(names) => address.change(names)} />
      <ListView
        label="Entries"
        list={list}
        address={address}
        columns={columnsOf(organization)}
        nameOf={({ cause, of }) => `${entryCauses[cause]}, ${of.title}`}
        filters={filters}
        empty={
          <EmptyState title="Nothing is booked yet">
            Receipts, fees, expenses and payouts stand here as soon as they are booked. An entry is never changed; a
            mistake is taken back by another entry.
          </EmptyState>
        }
        noMatch="No entry matches"
      />
    </FinancesFrame>
  )
}

type State = Record<string, string>

/** What the list is narrowed to beside its filters, and what all of it adds up to, also what is not loaded yet. */
function Narrowed({
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
      <NarrowedTo about={about} names={besideFilters} clear={clear} />
      {sums && (
        <p role="status">
          Sum of all these entries{' '}
          <span className="font-semibold text-ink tabular-nums">
            {sums.length === 0 ? 'nothing' : sums.map(({ minor, currency }) => sideOf(minor, currency)).join(', ')}
          </span>
        </p>
      )}
    </div>
  )
}

/** In the address only: a figure that is opened says it. */
const besideFilters = ['from', 'until', 'athlete', 'deal', 'sport', 'agent']

function spanOf({ from, until }: State) {
  if (from && until) return spanInWords({ from, until })
  return from ? `From ${monthInWords(from)}` : until && `Until ${monthInWords(until)}`
}

/** Debits are positive, credits negative: it says so in words. */
function sideOf(minor: number, currency: EntryRow['lines'][number]['currency']) {
  return `${moneyInWords(Math.abs(minor), currency)} ${minor < 0 ? 'credit' : 'debit'}`
}

/** Where the record stands that caused an entry: in its list, opened if it has a record there. */
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
          {reverses && <span className="shrink-0 text-xs text-error">Takes back</span>}
          {reversedBy && <span className="shrink-0 text-xs text-grey">Taken back</span>}
        </span>
      ),
    },
    {
      id: 'day',
      head: 'Counts on',
      sort: 'day',
      width: 'short',
      place: 'detail',
      cell: ({ postedOn, occurredOn }) => (
        <span title={postedOn === occurredOn ? undefined : `Of ${calendarDay(occurredOn)}, when the books were closed`}>
          {calendarDay(postedOn)}
        </span>
      ),
    },
    {
      id: 'deal',
      head: 'Deal or athlete',
      from: 'laptop',
      cell: ({ lines: [line] }) =>
        line?.deal ? (
          <Link to={at(`deals/${line.deal.id}`)} className="truncate hover:underline">
            {line.deal.title}
          </Link>
        ) : (
          line?.athlete && (
            <Link to={at(`athletes/${line.athlete.id}`)} className="truncate hover:underline">
              {line.athlete.name}
            </Link>
          )
        ),
    },
    {
      id: 'lines',
      head: 'Accounts',
      width: 'wide',
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
      head: 'Booked by',
      width: 'short',
      place: 'state',
      cell: ({ bookedBy }) => <span className="truncate">{bookedBy?.name ?? 'Sherpa'}</span>,
    },
    {
      id: 'moment',
      head: 'Booked at',
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
        // Without an account, what was debited: the credits are the same.
        const shown = counting.length > 0 ? counting : lines.filter(({ amountMinor }) => amountMinor > 0)
        const sum = shown.reduce((all, { amountMinor }) => all + amountMinor, 0)
        return (
          shown[0] && (
            <span className="font-medium text-ink tabular-nums">
              {counting.length > 0 ? sideOf(sum, shown[0].currency) : moneyInWords(sum, shown[0].currency)}
            </span>
          )
        )
      },
    },
  ]
}
