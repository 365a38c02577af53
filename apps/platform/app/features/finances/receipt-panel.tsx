import { financesApi } from '@sherpa/api-client/finances'
import type { ReceiptRow } from '@sherpa/contracts/receipt'
import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { calendarDay, dayOf } from '../../data/moments.tsx'
import { exactMoney } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { useList } from '../../list/use-list.ts'
import { amountClass, amountInWords } from './receipt-columns.tsx'
import { ReverseReceiptDialog } from './reverse-receipt.tsx'

export function ReceiptPanel({ id }: { id: string }) {
  const { id: organization } = useOrganization()
  const { query } = useList(financesApi.endpoints.receipts, { organization, query: { ids: id } }, 'receipts')
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const receipt = pages[0]?.rows[0]
        return receipt ? <Receipt receipt={receipt} /> : <EmptyState title="Receipt not found" />
      }}
    </Loaded>
  )
}

function Receipt({ receipt }: { receipt: ReceiptRow }) {
  const { id: organization, role, may } = useOrganization()
  const [isReversing, setIsReversing] = useState(false)
  const { payer, currency, feeMinor, receivedOn, reference, note, allocations, reversed } = receipt
  const mayReverse = may('money.edit') && role !== 'athlete' && !reversed
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-lg break-words">{payer}</h2>
          <p className="text-sm">Received {calendarDay(receivedOn)}</p>
        </div>
        <p className="text-right">
          <span className="block text-xs text-grey">Amount</span>
          <span className={`font-semibold tabular-nums ${amountClass(receipt)}`}>{amountInWords(receipt)}</span>
        </p>
      </div>
      {reversed && (
        <div className="flex flex-col items-start gap-1 text-sm">
          <StatusBadge tone="quiet">Reversed</StatusBadge>
          <p>
            {dayOf(reversed.at)}
            {reversed.by && ` by ${reversed.by.name}`}. Its payments are open again and its fees reversed.
          </p>
          <p className="break-words text-ink">Reason: {reversed.reason}</p>
        </div>
      )}
      <Panel title="Applied to">
        <ul className="-mt-2 flex flex-col divide-y divide-line text-sm">
          {allocations.map(({ id, payment, deal, athlete, amountMinor, inKind, feeMinor }) => (
            <li key={id} className="flex justify-between gap-4 py-2">
              <span className="min-w-0">
                <span className="block font-medium break-words text-ink">
                  {payment?.title ?? 'Outside the payment schedule'}
                </span>
                <span className="text-grey">
                  {athlete.name},{' '}
                  <Link
                    to={`/organizations/${organization}/deals/${deal.id}`}
                    className="text-glacier-deep underline underline-offset-4"
                  >
                    {deal.title}
                  </Link>
                </span>
              </span>
              <span className="text-right tabular-nums">
                <span className={`block font-medium ${amountClass(receipt)}`}>{exactMoney(amountMinor, currency)}</span>
                {inKind && <span className="block text-xs text-grey">In kind</span>}
                {feeMinor !== 0 && (
                  <span className={`text-xs whitespace-nowrap text-grey ${reversed ? 'line-through' : ''}`}>
                    Fee {exactMoney(feeMinor, currency)}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Details">
        <dl className="-mt-2 flex flex-col divide-y divide-line text-sm">
          {allocations.length > 1 && (
            <Fact name="Fee">
              <span className={amountClass(receipt)}>{exactMoney(feeMinor, currency)}</span>
            </Fact>
          )}
          {receipt.company && receipt.company.name !== payer && <Fact name="Company">{receipt.company.name}</Fact>}
          {reference && <Fact name="Reference">{reference}</Fact>}
          {note && <Fact name="Note">{note}</Fact>}
          {receipt.fromBank && <Fact name="Recorded from">Bank import</Fact>}
          {receipt.opening && <Fact name="Recorded from">Received before Sherpa, without a fee</Fact>}
          <Fact name="Recorded">
            {dayOf(receipt.bookedAt)}
            {receipt.bookedBy && ` by ${receipt.bookedBy.name}`}
          </Fact>
        </dl>
      </Panel>
      {mayReverse && (
        <div>
          <Button look="danger" size="small" onClick={() => setIsReversing(true)}>
            Reverse receipt
          </Button>
        </div>
      )}
      <ReverseReceiptDialog open={isReversing} receipt={receipt} onClose={() => setIsReversing(false)} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 py-2">
      <dt className="text-grey">{name}</dt>
      <dd className="break-words text-ink">{children}</dd>
    </div>
  )
}
