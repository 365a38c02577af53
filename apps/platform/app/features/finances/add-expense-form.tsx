import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { type Currency, typedAmount } from '@sherpa/contracts/currency'
import { expenseCategories, newExpense, type Payer } from '@sherpa/contracts/expense'
import { Checkbox } from '@sherpa/ui/choice'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { CurrencyField } from '../../forms/currency-field.tsx'
import { failureOf } from '../../forms/failure.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { NoteField } from '../../forms/note-field.tsx'
import { ScanField } from '../../forms/scan-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { FindAthlete } from '../deals/find-athlete.tsx'
import type { Findable } from '../deals/find-one.tsx'
import { useOwnCurrency } from '../deals/use-own-currency.ts'
import { parseShare } from './expense-words.ts'
import { PastDayField } from './past-day-field.tsx'
import { useReceiptUpload } from './use-receipt-upload.ts'

const payerLabels: Record<Payer, string> = {
  organization: 'The organization',
  colleague: 'Me, to be reimbursed',
}

export function AddExpenseForm({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const { id: organization } = useOrganization()
  const [addExpense] = financesApi.useAddExpenseMutation()
  const keyFor = useIdempotencyKey()
  const receipt = useReceiptUpload()
  const [file, setFile] = useState<File>()
  const [athlete, setAthlete] = useState<Findable>()
  const [isRecoverable, setIsRecoverable] = useState(false)
  const ownCurrency = useOwnCurrency()
  const [chosenCurrency, setCurrency] = useState<Currency>()
  const currency = chosenCurrency ?? ownCurrency
  const { errors, failureText, busy, formProps } = useForm({
    schema: newExpense,
    read: ({ amountMinor, dealId, recoupRate, note, ...typed }) => ({
      ...typed,
      currency,
      amountMinor: typedAmount(String(amountMinor), currency),
      athleteId: athlete?.id ?? null,
      dealId: dealId || null,
      recoupRate: athlete && isRecoverable ? parseShare(String(recoupRate)) : null,
      note: note || null,
    }),
    async send(body) {
      const { id, state } = await addExpense({
        organization,
        body,
        headers: { 'Idempotency-Key': keyFor(body) },
      }).unwrap()
      showToast(
        'success',
        state === 'waiting' ? 'Expense added. It needs approval from a colleague.' : 'Expense added.',
      )
      // A failed upload keeps the expense: the file can be added to it later.
      if (file) await receipt.send(id, file).catch((error) => showToast('error', failureOf(error).text))
      onAdded(id)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <ScanField label="Receipt" file={file} share={receipt.share} onChoose={setFile} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="amountMinor"
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          errors={errors}
        />
        <CurrencyField value={currency} onChange={setCurrency} />
        <TextField name="vendor" label="Vendor" autoComplete="off" maxLength={160} errors={errors} />
        <PastDayField name="spentOn" label="Date" errors={errors} />
        <Field label="Category" error={errors.get('category')}>
          {(control) => (
            <Select {...control} name="category" defaultValue="">
              <option value="" disabled>
                Choose a category
              </option>
              {Object.entries(expenseCategories).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <SelectField
          name="paidBy"
          label="Paid by"
          options={payerLabels}
          defaultValue="organization"
          error={errors.get('paidBy')}
        />
      </div>
      <FindAthlete note="optional" chosen={athlete} onChoose={setAthlete} error={errors.get('athleteId')} />
      {athlete && (
        <>
          <DealOf key={athlete.id} athlete={athlete} error={errors.get('dealId')} />
          <Checkbox checked={isRecoverable} onChange={({ target }) => setIsRecoverable(target.checked)}>
            Recoup from {athlete.name}’s payments
          </Checkbox>
          {isRecoverable && (
            <TextField
              name="recoupRate"
              label="Share of each payment (%)"
              inputMode="decimal"
              autoComplete="off"
              defaultValue="20"
              maxLength={8}
              hint={<span className="text-grey">Charged on each payment until the expense is fully recouped.</span>}
              errors={errors}
            />
          )}
        </>
      )}
      <NoteField maxLength={1000} errors={errors} />
      <SubmitActions
        label="Add expense"
        busyLabel={receipt.share === undefined ? 'Adding…' : 'Uploading receipt…'}
        busy={busy}
        onCancel={onClose}
      />
    </form>
  )
}

function DealOf({ athlete, error }: { athlete: Findable; error: string | undefined }) {
  const { id: organization } = useOrganization()
  const { currentData } = dealsApi.useDealsInfiniteQuery({ organization, query: { athlete: athlete.id, limit: '100' } })
  const deals = currentData?.pages[0]?.rows ?? []
  if (deals.length === 0) return null
  return (
    <Field label="Deal" note="optional" error={error}>
      {(control) => (
        <Select {...control} name="dealId" defaultValue="">
          <option value="">None</option>
          {deals.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
