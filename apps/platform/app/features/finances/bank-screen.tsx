import { financesApi } from '@sherpa/api-client/finances'
import {
  type BankLineRow,
  bankLineDirections,
  bankLineStates,
  bankLinesQuery,
  matchSureness,
} from '@sherpa/contracts/bank-import'
import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { exactMoney } from '../../data/money.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { NotForYou } from '../../frame/not-for-you.tsx'
import { useToday } from '../../frame/use-today.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { MenuItem, RowMenu } from '../../list/row-menu.tsx'
import { useList } from '../../list/use-list.ts'
import { usePhone } from '../../list/use-phone.ts'
import { useOwnCurrency } from '../deals/use-own-currency.ts'
import { amountFilter } from './amount-filter.tsx'
import { BankFileButton } from './bank-file-button.tsx'
import { type Asked, BankLineDialogs } from './bank-line-dialogs.tsx'
import { leftInWords, matchInWords, nameOfLine, reasonsInWords, surenessTones } from './bank-line-words.ts'
import { ConfirmCertain } from './confirm-certain.tsx'
import { daysFilter } from './days-filter.tsx'
import { FinancesFrame, FinancesHead } from './finances-frame.tsx'
import { useConfirmLine } from './use-confirm-line.ts'

/** Bank transactions with suggested matches. Nothing posts before a person confirms it. */
export function Component() {
  const { role, has, may } = useOrganization()
  const isForMe = role !== 'athlete' && has('money.edit') && may('athletes.all')
  if (isForMe) return may('money.edit') ? <BankLines /> : <SecondFactorFirst />
  return <NotForYou title="Bank import">Bank import is for people who can edit the finances of all athletes.</NotForYou>
}

function SecondFactorFirst() {
  return (
    <FinancesFrame>
      <EmptyState title="Set up two-factor authentication">
        Then you can import bank files and match their transactions.
      </EmptyState>
    </FinancesFrame>
  )
}

function BankLines() {
  const { id: organization } = useOrganization()
  const address = useListAddress(bankLinesQuery)
  const currency = useOwnCurrency()
  const list = useList(financesApi.endpoints.bankLines, { organization, query: address.state }, 'bank-lines')
  const [asked, setAsked] = useState<Asked>()
  const isPhone = usePhone()
  return (
    <>
      <ListView
        head={() => (
          <>
            <FinancesHead add={<BankFileButton />} tools={<ConfirmCertain />} />
            {isPhone && <ConfirmCertain />}
            {address.state.direction === undefined && <MoneyOut />}
            <Partial />
          </>
        )}
        searchLabel="Search transactions"
        filters={[...filters, amountFilter(address, currency), daysFilter(address, 'Date')]}
        label="Bank transactions"
        list={list}
        address={address}
        columns={columns(organization)}
        nameOf={nameOfLine}
        actionsWidth="button"
        onOpen={(line) => line.match && setAsked({ about: 'match', line })}
        actions={(line) => <LineActions line={line} onAsk={(about) => setAsked({ about, line })} />}
        empty={
          <EmptyState title="Nothing to match">
            Import a CSV file from your bank. Sherpa matches its transactions with open payments and invoices by amount,
            date and payer. You confirm each match.
          </EmptyState>
        }
        noMatch="No transaction matches"
      />
      <BankLineDialogs asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

/** Most money out has nothing to do with athletes, so it is listed separately. */
function MoneyOut() {
  const { id: organization } = useOrganization()
  const { currentData } = financesApi.useSureMatchesQuery({ organization })
  const count = currentData?.outgoing ?? 0
  if (count === 0) return null
  return (
    <p className="text-sm">
      {count === 1 ? '1 open transaction is' : `${count.toLocaleString('en-US')} open transactions are`} money out.{' '}
      <Link to="?direction=out" className="text-glacier-deep underline underline-offset-4">
        Look for refunds
      </Link>
    </p>
  )
}

/** With more, the rest is matched as the first ones are confirmed. */
function Partial() {
  const { id: organization } = useOrganization()
  const { currentData } = financesApi.useSureMatchesQuery({ organization })
  if (!currentData?.isPartial) return null
  return (
    <p className="text-sm">
      Matches cover the latest 500 open transactions and the 2,000 open payments nearest to them by amount and day.
      Confirm or ignore some to see more.
    </p>
  )
}

const filters: ChoiceFilter[] = [
  { name: 'state', label: 'Status', choices: bankLineStates },
  { name: 'sureness', label: 'Match', choices: { ...matchSureness, none: 'None' } },
  { name: 'direction', label: 'Direction', choices: bankLineDirections },
]

function columns(organization: string): Column<BankLineRow>[] {
  return [
    {
      id: 'day',
      head: 'Date',
      sort: 'day',
      shown: 'always',
      width: 'short',
      cell: ({ bookedOn }) => shortCalendarDay(bookedOn),
    },
    {
      id: 'payer',
      head: 'Payer and reference',
      shown: 'always',
      width: 'wide',
      place: 'name',
      cell: (line) => (
        <span className="block leading-4">
          <span className="block truncate font-medium text-ink">{nameOfLine(line)}</span>
          {line.payer && <span className="block truncate text-xs text-grey max-md:hidden">{line.reference}</span>}
        </span>
      ),
    },
    {
      id: 'match',
      head: 'Suggested match',
      place: 'detail',
      cell: (line) => (
        <span className="flex gap-1">
          <span className="shrink-0 text-grey md:hidden">{shortCalendarDay(line.bookedOn)} ·</span>
          <span className="min-w-0">
            <Purpose line={line} finances={`/organizations/${organization}/finances`} />
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      head: 'Match',
      width: 'narrow',
      place: 'state',
      cell: ({ match, state }) =>
        match ? (
          <StatusBadge tone={surenessTones[match.sureness]}>{matchSureness[match.sureness]}</StatusBadge>
        ) : (
          state !== 'open' && <StatusBadge tone="quiet">{bankLineStates[state]}</StatusBadge>
        ),
    },
    {
      id: 'amount',
      head: 'Amount',
      width: 'person',
      align: 'end',
      place: 'side',
      cell: ({ state, amountMinor, leftMinor, currency }) => (
        <span className="block leading-4 tabular-nums">
          <span className="block font-medium text-ink">{exactMoney(amountMinor, currency)}</span>
          {state === 'open' && amountMinor > 0 && leftMinor < amountMinor && (
            <span className="block text-xs text-grey">{exactMoney(leftMinor, currency)} left</span>
          )}
        </span>
      ),
    },
  ]
}

function Purpose({ line, finances }: { line: BankLineRow; finances: string }) {
  const { match, state, bookings, reason, paysBack, amountMinor, bookedOn } = line
  const today = useToday()
  const link = (to: string, label: ReactNode) => (
    <Link to={`${finances}/${to}`} className="text-glacier-deep hover:underline">
      {label}
    </Link>
  )
  if (match) {
    return (
      <span className="block leading-4">
        <span className="block truncate text-ink">{matchInWords(match)}</span>
        <span className="block truncate text-xs text-grey max-md:hidden">{reasonsInWords(match.reasons)}</span>
      </span>
    )
  }
  if (bookings.length > 0) {
    return (
      <span className="flex flex-wrap gap-x-2">
        {bookings.map(({ receiptId, invoice }) => (
          <span key={receiptId ?? invoice?.id}>
            {invoice
              ? link(`fees/${invoice.id}`, `Invoice ${invoice.number}`)
              : link(`receipts/${receiptId}`, amountMinor < 0 ? 'Reversed receipt' : 'Receipt')}
          </span>
        ))}
      </span>
    )
  }
  if (paysBack) {
    const { payer, receivedOn } = paysBack
    return link(`receipts/${paysBack.receiptId}`, `Receipt from ${payer}, ${shortCalendarDay(receivedOn)}`)
  }
  const open = bookedOn > today ? 'Date in the future' : 'No match'
  return <span className="block truncate text-grey">{state === 'open' ? open : reason}</span>
}

function LineActions({ line, onAsk }: { line: BankLineRow; onAsk: (about: Asked['about']) => void }) {
  const { id: organization } = useOrganization()
  const confirm = useConfirmLine()
  const [restore] = financesApi.useReopenBankLineMutation()
  const { busy, run } = useAction()
  const { match, state, paysBack } = line
  const name = `${nameOfLine(line)}, ${leftInWords(line)}`
  if (state === 'booked') return null
  if (state === 'ignored') {
    return (
      <Button
        look="secondary"
        size="small"
        busy={busy}
        onClick={() => run(() => restore({ organization, bankLine: line.id }).unwrap())}
      >
        Restore
      </Button>
    )
  }

  return (
    <span className="flex items-center justify-end gap-1">
      {match && (
        <Button
          look="secondary"
          size="small"
          busy={busy}
          aria-label={`Confirm: ${name}`}
          className="max-md:hidden"
          onClick={() => run(() => confirm(line, match))}
        >
          Confirm
        </Button>
      )}
      {paysBack && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Refund: ${name}`}
          className="max-md:hidden"
          onClick={() => onAsk('refund')}
        >
          Refund
        </Button>
      )}
      <RowMenu name={`Actions for ${nameOfLine(line)}`}>
        {match && <MenuItem onClick={() => onAsk('match')}>View match</MenuItem>}
        {line.amountMinor > 0 && (
          <>
            <MenuItem onClick={() => onAsk('receipt')}>{match ? 'Allocate differently' : 'Record payment'}</MenuItem>
            <MenuItem onClick={() => onAsk('invoice')}>Apply to an invoice</MenuItem>
          </>
        )}
        {paysBack && <MenuItem onClick={() => onAsk('refund')}>Reverse receipt</MenuItem>}
        <MenuItem onClick={() => onAsk('ignore')}>Ignore</MenuItem>
      </RowMenu>
    </span>
  )
}
