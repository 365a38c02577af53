import type { ReceiptRow } from '@sherpa/contracts/receipt'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { exactMoney } from '../../data/money.ts'
import type { Column } from '../../list/list-table.tsx'
import type { RecordPanelState } from '../../list/record-panel.tsx'

/** Such as "Jonah Okoye, Retainer", or "2 athletes, 3 payments". */
function purposeOf({ allocations }: ReceiptRow) {
  const athletes = new Set(allocations.map(({ athlete }) => athlete.name))
  const [name] = athletes
  const who = athletes.size === 1 ? name : `${athletes.size} athletes`
  const [first] = allocations
  const what =
    allocations.length > 1 ? `${allocations.length} payments` : (first?.payment?.title ?? first?.deal.title ?? '')
  return `${who}, ${what}`
}

/** Such as "$500.00", or "$500.00 in kind". */
export function amountInWords({ amountMinor, inKindMinor, currency }: ReceiptRow) {
  const inKind = `${exactMoney(inKindMinor, currency)} in kind`
  if (inKindMinor === 0) return exactMoney(amountMinor, currency)
  return amountMinor === 0 ? inKind : `${exactMoney(amountMinor, currency)} and ${inKind}`
}

/** Reversed amounts are struck through. */
export const amountClass = ({ reversed }: ReceiptRow) => (reversed ? 'text-grey line-through' : 'text-ink')

export function receiptColumns({ linkTo }: Pick<RecordPanelState, 'linkTo'>): Column<ReceiptRow>[] {
  return [
    {
      id: 'day',
      head: 'Received',
      sort: 'day',
      shown: 'always',
      width: 'short',
      stays: true,
      cell: ({ receivedOn }) => shortCalendarDay(receivedOn),
    },
    {
      id: 'payer',
      head: 'From',
      shown: 'always',
      width: 'medium',
      place: 'name',
      cell: ({ id, payer }) => (
        <Link {...linkTo(id)} className="block truncate font-medium text-ink hover:underline">
          {payer}
        </Link>
      ),
    },
    {
      id: 'for',
      head: 'For',
      width: 'wide',
      place: 'detail',
      cell: (receipt) => (
        <>
          {purposeOf(receipt)}
          <span className="md:hidden">, {shortCalendarDay(receipt.receivedOn)}</span>
        </>
      ),
    },
    { id: 'reference', head: 'Reference', from: 'laptop', cell: ({ reference }) => reference },
    {
      id: 'state',
      head: 'Status',
      width: 'narrow',
      place: 'state',
      cell: ({ reversed, fromBank, opening }) =>
        reversed ? (
          <StatusBadge tone="quiet">Reversed</StatusBadge>
        ) : (
          (fromBank || opening) && <span className="text-grey">{opening ? 'Before Sherpa' : 'Bank'}</span>
        ),
    },
    {
      id: 'fee',
      head: 'Fee',
      width: 'short',
      align: 'end',
      from: 'laptop',
      cell: (receipt) =>
        receipt.feeMinor !== 0 && (
          <span className={`tabular-nums ${amountClass(receipt)}`}>
            {exactMoney(receipt.feeMinor, receipt.currency)}
          </span>
        ),
    },
    {
      id: 'amount',
      head: 'Amount',
      sort: 'amount',
      width: 'person',
      align: 'end',
      place: 'side',
      cell: (receipt) => (
        <span className={`font-medium tabular-nums ${amountClass(receipt)}`}>{amountInWords(receipt)}</span>
      ),
    },
  ]
}
