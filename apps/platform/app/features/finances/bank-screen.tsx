import { financesApi } from '@sherpa/api-client/finances'
import {
  type BankLineRow,
  bankLineStates,
  bankLinesQuery,
  MOST_CONFIRMED,
  matchReasons,
  matchSureness,
} from '@sherpa/contracts/bank-import'
import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { useAction } from '../../data/use-action.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { NotForYou } from '../../frame/not-for-you.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { MenuItem, RowMenu } from '../../list/row-menu.tsx'
import { useList } from '../../list/use-list.ts'
import { BankFileButton } from './bank-file-button.tsx'
import { BookReceiptDialog } from './book-receipt-button.tsx'
import { DaysFilter } from './days-filter.tsx'
import { FinancesFrame } from './finances-frame.tsx'

/** What the bank says came, and what it may be for. Nothing is booked before somebody says so. */
export function Component() {
  const { role, may } = useOrganization()
  const isForMe = role !== 'athlete' && may('money.edit') && may('athletes.all')
  if (isForMe) return <BankLines />
  return <NotForYou title="From the bank">Lines of the bank are for people who book money of all athletes.</NotForYou>
}

function BankLines() {
  const { id: organization } = useOrganization()
  const address = useListAddress(bankLinesQuery)
  const list = useList(financesApi.endpoints.bankLines, { organization, query: address.state }, 'bank-lines')
  const [booking, setBooking] = useState<BankLineRow>()
  const [looking, setLooking] = useState<BankLineRow>()
  return (
    <FinancesFrame
      actions={
        <div className="flex flex-wrap gap-2">
          <ConfirmSure />
          <BankFileButton />
        </div>
      }
    >
      <p className="text-sm">
        <Link
          to={`/organizations/${organization}/finances/receipts`}
          className="text-glacier-deep underline underline-offset-4"
        >
          Receipts
        </Link>{' '}
        / From the bank
      </p>
      <ListView
        searchLabel="Search lines"
        filters={filters}
        moreFilters={<DaysFilter label="Day" address={address} />}
        label="Lines of the bank"
        list={list}
        address={address}
        columns={columns(organization)}
        nameOf={nameOf}
        actionsWidth="button"
        onOpen={setLooking}
        actions={(line) => <LineActions line={line} onBook={() => setBooking(line)} onLook={() => setLooking(line)} />}
        empty={
          <EmptyState title="No open lines">
            Import a CSV file of your bank. Each line that is money for an athlete is matched with what deals promise.
          </EmptyState>
        }
        noMatch="No line matches"
      />
      <MatchDialog line={looking} onClose={() => setLooking(undefined)} />
      <BookReceiptDialog known={booking && knownOf(booking)} onClose={() => setBooking(undefined)} />
    </FinancesFrame>
  )
}

const nameOf = ({ payer, reference }: BankLineRow) => payer || reference

function knownOf({ id, bookedOn, amountMinor, currency, payer, reference, match }: BankLineRow) {
  const company = match?.parts[0]?.company
  const name = payer || company?.name
  return {
    currency,
    line: { id, bookedOn, amountMinor, reference },
    ...(name && { payer: { name, companyId: company?.id ?? null } }),
  }
}

const filters: ChoiceFilter[] = [
  { name: 'state', label: 'State', choices: bankLineStates },
  { name: 'sureness', label: 'Match', choices: { ...matchSureness, none: 'None' } },
]

const tones: Record<keyof typeof matchSureness, Tone> = { sure: 'good', likely: 'info', possible: 'quiet' }

function columns(organization: string): Column<BankLineRow>[] {
  return [
    {
      id: 'day',
      head: 'Day',
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
          <span className="block truncate font-medium text-ink">{nameOf(line)}</span>
          {line.payer && <span className="block truncate text-xs text-grey max-md:hidden">{line.reference}</span>}
        </span>
      ),
    },
    {
      id: 'match',
      head: 'May be for',
      place: 'detail',
      cell: ({ match, state, receiptId }) =>
        match ? (
          <span className="block leading-4">
            <span className="block truncate text-ink">{partsInWords(match.parts)}</span>
            <span className="block truncate text-xs text-grey max-md:hidden">{reasonsInWords(match.reasons)}</span>
          </span>
        ) : state === 'booked' && receiptId ? (
          <Link
            to={`/organizations/${organization}/finances/receipts/${receiptId}`}
            className="text-glacier-deep hover:underline"
          >
            Receipt
          </Link>
        ) : (
          <span className="text-grey">{state === 'open' ? 'Nothing found' : ''}</span>
        ),
    },
    {
      id: 'state',
      head: 'Match',
      width: 'narrow',
      place: 'state',
      cell: ({ match, state }) =>
        match ? (
          <StatusBadge tone={tones[match.sureness]}>{matchSureness[match.sureness]}</StatusBadge>
        ) : (
          state !== 'open' && <StatusBadge tone="quiet">{bankLineStates[state]}</StatusBadge>
        ),
    },
    {
      id: 'amount',
      head: 'Amount',
      width: 'short',
      align: 'end',
      place: 'side',
      cell: ({ amountMinor, currency }) => (
        <span className="font-medium text-ink tabular-nums">{moneyInWords(amountMinor, currency)}</span>
      ),
    },
  ]
}

type Match = NonNullable<BankLineRow['match']>

function partsInWords(parts: Match['parts']) {
  const [first] = parts
  if (!first) return ''
  const due = first.payment.dueOn ? ` of ${shortCalendarDay(first.payment.dueOn)}` : ''
  const more = parts.length > 1 ? ` and ${parts.length - 1} more` : ''
  return `${first.athlete.name}: ${first.payment.title}${due}${more}`
}

/** Such as "Same amount, same payer". */
function reasonsInWords(reasons: Match['reasons']) {
  const words = reasons.map((reason) => matchReasons[reason]).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Books a line for what it is matched with. */
function useConfirmLine() {
  const { id: organization } = useOrganization()
  const [confirm] = financesApi.useConfirmBankLinesMutation()
  return async (line: BankLineRow, match: Match) => {
    const lines = [lineToConfirm(line.id, match)]
    const { refused } = await confirm({ organization, body: { lines } }).unwrap()
    if (refused[0]) showToast('error', refused[0].because)
    else showToast('success', `${moneyInWords(line.amountMinor, line.currency)} from ${nameOf(line)} was booked.`)
  }
}

function LineActions({ line, onBook, onLook }: { line: BankLineRow; onBook: () => void; onLook: () => void }) {
  const { id: organization } = useOrganization()
  const confirm = useConfirmLine()
  const [setAside] = financesApi.useSetBankLineAsideMutation()
  const [takeBack] = financesApi.useTakeBankLineBackMutation()
  const { busy, run } = useAction()
  const here = { organization, bankLine: line.id }
  const { match, state } = line
  if (state === 'booked') return null
  if (state === 'ignored') {
    return (
      <Button look="secondary" size="small" busy={busy} onClick={() => run(() => takeBack(here).unwrap())}>
        Take back
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
          aria-label={`Confirm: ${nameOf(line)}, ${moneyInWords(line.amountMinor, line.currency)}`}
          className="max-md:hidden"
          onClick={() => run(() => confirm(line, match))}
        >
          Confirm
        </Button>
      )}
      <RowMenu name={`Actions for ${nameOf(line)}`}>
        {match && <MenuItem onClick={onLook}>Look at the match</MenuItem>}
        <MenuItem onClick={onBook}>{match ? 'Book for something else' : 'Book'}</MenuItem>
        <MenuItem onClick={() => run(() => setAside(here).unwrap(), 'The line was set aside.')}>Set aside</MenuItem>
      </RowMenu>
    </span>
  )
}

const lineToConfirm = (bankLineId: string, { parts }: Match) => ({
  bankLineId,
  parts: parts.map(({ payment, amountMinor }) => ({ paymentId: payment.id, amountMinor })),
})

/** All that a line is matched with, and why: on phones, where the list has no room for it, it is confirmed here. */
function MatchDialog({ line, onClose }: { line: BankLineRow | undefined; onClose: () => void }) {
  const confirm = useConfirmLine()
  if (!line?.match) return null
  const { match, bookedOn, amountMinor, currency, reference, payer } = line
  return (
    <ConfirmDialog
      open
      title={nameOf(line)}
      look="primary"
      confirm="Confirm"
      confirming="Booking…"
      onConfirm={() => confirm(line, match)}
      onClose={onClose}
    >
      <p className="text-sm">
        {shortCalendarDay(bookedOn)}, {moneyInWords(amountMinor, currency)}
        {payer && reference && `, ${reference}`}
      </p>
      <ul className="flex flex-col divide-y divide-line border-y border-line text-sm">
        {match.parts.map(({ payment, athlete, deal, company, openMinor, amountMinor }) => (
          <li key={payment.id} className="flex justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="block font-medium break-words text-ink">
                {athlete.name}: {payment.title}
              </span>
              <span className="block text-xs text-grey">
                {company.name}, {deal.title}
                {payment.dueOn && `, due ${shortCalendarDay(payment.dueOn)}`}
              </span>
            </span>
            <span className="text-right tabular-nums">
              <span className="block font-medium text-ink">{moneyInWords(amountMinor, currency)}</span>
              <span className="text-xs text-grey">{moneyInWords(openMinor, currency)} open</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <StatusBadge tone={tones[match.sureness]}>{matchSureness[match.sureness]}</StatusBadge>
        {reasonsInWords(match.reasons)}
      </p>
    </ConfirmDialog>
  )
}

/** Everything that is sure, with one press, a part of it at a time: what was booked stays booked, whatever happens then. */
function ConfirmSure() {
  const { id: organization } = useOrganization()
  const { currentData } = financesApi.useSureMatchesQuery({ organization })
  const [confirm] = financesApi.useConfirmBankLinesMutation()
  const [asked, setAsked] = useState(false)
  const [done, setDone] = useState<{ count: number; of: number }>()
  const lines = currentData?.lines ?? []
  if (lines.length === 0 && !asked) return null

  async function confirmAll() {
    const all = [...lines]
    let [booked, refused] = [0, 0]
    try {
      for (let at = 0; at < all.length; at += MOST_CONFIRMED) {
        setDone({ count: at, of: all.length })
        const body = { lines: all.slice(at, at + MOST_CONFIRMED) }
        const answer = await confirm({ organization, body }).unwrap()
        booked += answer.booked.length
        refused += answer.refused.length
      }
    } finally {
      setDone(undefined)
    }
    const rest = refused > 0 ? ` ${refused} could not be booked any more.` : ''
    showToast(refused > 0 ? 'error' : 'success', `${linesInWords(booked)} booked.${rest}`)
  }

  return (
    <>
      <Button look="secondary" size="small" onClick={() => setAsked(true)}>
        Confirm all sure ones ({lines.length})
      </Button>
      <ConfirmDialog
        open={asked}
        title="Confirm all sure ones?"
        look="primary"
        confirm="Confirm"
        confirming="Booking…"
        onConfirm={confirmAll}
        onClose={() => setAsked(false)}
      >
        <p>
          Each of these lines becomes a receipt for the payment that is shown beside it.{' '}
          <Link
            to="?sureness=sure"
            onClick={() => setAsked(false)}
            className="text-glacier-deep underline underline-offset-4"
          >
            Look at them first
          </Link>
        </p>
        <ul className="text-ink tabular-nums">
          {(currentData?.totals ?? []).map(({ currency, lines, amountMinor }) => (
            <li key={currency}>
              {linesInWords(lines)}, {moneyInWords(amountMinor, currency)} {currency}
            </li>
          ))}
        </ul>
        {done && (
          <div role="status">
            <p className="text-sm tabular-nums">
              {done.count} of {done.of}
            </p>
            <progress
              aria-label="Lines that are booked"
              value={done.count}
              max={done.of}
              className="h-2 w-full accent-glacier"
            />
          </div>
        )}
      </ConfirmDialog>
    </>
  )
}

const linesInWords = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`
