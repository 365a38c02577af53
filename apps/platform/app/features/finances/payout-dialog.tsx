import { financesApi } from '@sherpa/api-client/finances'
import { decimalOf, typedAmount } from '@sherpa/contracts/currency'
import { newPayout, type PayableRow, type Payout } from '@sherpa/contracts/payout'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { calendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { QuietButton } from '../athletes/record/panel-parts.tsx'
import { ActionDialog, type Question } from '../deals/record/action-dialog.tsx'
import { PastDayField } from './past-day-field.tsx'

export function PayoutDialog({ row, onClose }: { row: PayableRow | undefined; onClose: () => void }) {
  const { may } = useOrganization()
  const [question, setQuestion] = useState<Question>()
  const isOpen = row !== undefined && row.state !== 'paid' && may('money.edit')
  return (
    <>
      <Dialog
        open={row !== undefined && !question}
        title={row ? `${row.title}, ${(row.kind === 'pay' ? row.athlete : row.colleague)?.name ?? 'someone'}` : ''}
        onClose={onClose}
      >
        {row && (
          <div className="flex flex-col gap-5">
            <p className="text-sm">
              {moneyInWords(row.paidMinor, row.currency)} of{' '}
              <span className="font-semibold text-ink">{moneyInWords(row.amountMinor, row.currency)}</span> paid
              {row.kind === 'pay' && row.dueOn && `, due ${calendarDay(row.dueOn)}`}.
            </p>
            {row.payouts.length > 0 && <Payouts row={row} onReverse={setQuestion} />}
            {isOpen && <PayoutForm key={row.paidMinor} row={row} onClose={onClose} />}
          </div>
        )}
      </Dialog>
      <ActionDialog question={question} onClose={() => setQuestion(undefined)} />
    </>
  )
}

function Payouts({ row, onReverse }: { row: PayableRow; onReverse: (question: Question) => void }) {
  const { id: organization, may } = useOrganization()
  const [reverse] = financesApi.useReversePayoutMutation()
  const question = ({ id, amountMinor }: Payout): Question => ({
    title: `Reverse payout of ${moneyInWords(amountMinor, row.currency)}?`,
    confirm: 'Reverse payout',
    confirming: 'Reversing…',
    look: 'danger',
    comment: { label: 'Reason', needed: 'Enter a reason' },
    act: async (comment) => {
      await reverse({ organization, payout: id, body: { reason: comment ?? '' } }).unwrap()
      showToast('success', 'Payout reversed.')
    },
    children: <p>The payout stays on record, and the amount is owed again.</p>,
  })
  return (
    <ul aria-label="Payouts" className="divide-y divide-line-soft border-y border-line text-sm">
      {row.payouts.map((payout) => (
        <li key={payout.id} className="flex flex-wrap items-center gap-x-3 py-2">
          <span className="min-w-0 flex-1 break-words">
            {calendarDay(payout.paidOn)}
            {payout.reference && <span className="text-grey">, {payout.reference}</span>}
            {payout.reversed && <span className="block text-grey">Reversed: {payout.reversed.reason}</span>}
          </span>
          <span className={`tabular-nums ${payout.reversed ? 'text-grey line-through' : 'font-medium text-ink'}`}>
            {moneyInWords(payout.amountMinor, row.currency)}
          </span>
          {!payout.reversed && may('money.edit') && (
            <QuietButton
              name={`Reverse ${moneyInWords(payout.amountMinor, row.currency)} of ${calendarDay(payout.paidOn)}`}
              onClick={() => onReverse(question(payout))}
            >
              Reverse
            </QuietButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function PayoutForm({ row, onClose }: { row: PayableRow; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [recordPayout] = financesApi.useRecordPayoutMutation()
  const keyFor = useIdempotencyKey()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newPayout,
    read: ({ paidOn, amountMinor, reference }) => ({
      paidOn,
      reference: reference || null,
      amountMinor: typedAmount(String(amountMinor), row.currency),
      paymentId: row.kind === 'pay' ? row.id : null,
      expenseId: row.kind === 'expense' ? row.id : null,
    }),
    async send(body) {
      await recordPayout({ organization, body, headers: { 'Idempotency-Key': keyFor([body, row.paidMinor]) } }).unwrap()
      showToast('success', 'Payout recorded.')
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="amountMinor"
          label={`Amount (${row.currency})`}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={decimalOf(row.amountMinor - row.paidMinor, row.currency)}
          maxLength={40}
          errors={errors}
        />
        <PastDayField name="paidOn" label="Paid on" errors={errors} />
      </div>
      <TextField
        name="reference"
        label="Reference"
        note="optional"
        autoComplete="off"
        maxLength={160}
        errors={errors}
      />
      <SubmitActions label="Record payout" busyLabel="Recording…" busy={busy} onCancel={onClose} />
    </form>
  )
}
