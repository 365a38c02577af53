import { financesApi } from '@sherpa/api-client/finances'
import { MOST_CONFIRMED } from '@sherpa/contracts/bank-import'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { Link } from 'react-router'
import { moneyInWords } from '../../data/money.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'

type Refused = { bankLineId: string; name: string; reason: string }

/** Confirms in batches: earlier batches stay recorded if a later one fails. */
export function ConfirmCertain() {
  const { id: organization } = useOrganization()
  const { currentData } = financesApi.useSureMatchesQuery({ organization })
  const [confirm] = financesApi.useConfirmBankLinesMutation()
  const [asked, setAsked] = useState(false)
  const [done, setDone] = useState<{ count: number; of: number }>()
  const [outcome, setOutcome] = useState<{ booked: number; refused: Refused[] }>()
  const lines = currentData?.lines ?? []
  if (lines.length === 0 && !asked && !outcome) return null

  async function confirmAll() {
    const all = [...lines]
    let booked = 0
    const refused: Refused[] = []
    try {
      for (let at = 0; at < all.length; at += MOST_CONFIRMED) {
        setDone({ count: at, of: all.length })
        const body = { lines: all.slice(at, at + MOST_CONFIRMED) }
        const answer = await confirm({ organization, body }).unwrap()
        booked += answer.booked.length
        refused.push(...answer.refused)
      }
    } finally {
      setDone(undefined)
    }
    if (refused.length > 0) setOutcome({ booked, refused })
    else showToast('success', `${countOf(booked)} recorded.`)
  }

  return (
    <>
      {lines.length > 0 && (
        <Button look="secondary" size="small" onClick={() => setAsked(true)}>
          Confirm all certain matches ({lines.length})
        </Button>
      )}
      <ConfirmDialog
        open={asked}
        title="Confirm all certain matches?"
        look="primary"
        confirm="Confirm"
        confirming="Recording…"
        onConfirm={confirmAll}
        onClose={() => setAsked(false)}
      >
        <p>
          Each transaction is recorded against its matched payment or invoice.{' '}
          <Link
            to="?sureness=sure"
            onClick={() => setAsked(false)}
            className="text-glacier-deep underline underline-offset-4"
          >
            Review them first
          </Link>
        </p>
        <ul className="text-ink tabular-nums">
          {(currentData?.totals ?? []).map(({ currency, lines, amountMinor }) => (
            <li key={currency}>
              {countOf(lines)}, {moneyInWords(amountMinor, currency)} {currency}
            </li>
          ))}
        </ul>
        {done && (
          <div role="status">
            <p className="text-sm tabular-nums">
              {done.count} of {done.of}
            </p>
            <progress aria-label="Recorded transactions" value={done.count} max={done.of} className="w-full" />
          </div>
        )}
      </ConfirmDialog>
      <Dialog
        open={outcome !== undefined}
        title={`${countOf(outcome?.refused.length ?? 0)} could not be recorded`}
        onClose={() => setOutcome(undefined)}
      >
        <p className="text-sm">{countOf(outcome?.booked ?? 0)} recorded. Still open:</p>
        <ul className="mt-3 flex max-h-80 flex-col divide-y divide-line overflow-y-auto border-y border-line text-sm">
          {outcome?.refused.map(({ bankLineId, name, reason }) => (
            <li key={bankLineId} className="py-2">
              <span className="block font-medium break-words text-ink">{name}</span>
              {reason}
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button look="secondary" onClick={() => setOutcome(undefined)}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

const countOf = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'transaction' : 'transactions'}`
