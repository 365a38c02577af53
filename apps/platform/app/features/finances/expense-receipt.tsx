import { financesApi } from '@sherpa/api-client/finances'
import type { ExpenseRow } from '@sherpa/contracts/expense'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { ScanField } from '../../forms/scan-field.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { ScanLink } from '../../pdf/scan-link.tsx'
import { NothingYet } from '../athletes/record/panel-parts.tsx'
import { useReceiptUpload } from './use-receipt-upload.ts'

/** Until the expense is approved, its receipt can be replaced. */
export function ExpenseReceipt({ expense }: { expense: ExpenseRow }) {
  const { may } = useOrganization()
  const { file, state } = expense
  const mayAdd = may('money.edit') && (state === 'waiting' || (state === 'approved' && !file))
  return (
    <Panel title="Receipt">
      <div className="flex flex-col gap-4">
        {file ? <KeptReceipt expense={expense} file={file} /> : !mayAdd && <NothingYet>No receipt yet</NothingYet>}
        {mayAdd && <AddReceipt expense={expense} />}
      </div>
    </Panel>
  )
}

function KeptReceipt({ expense, file }: { expense: ExpenseRow; file: NonNullable<ExpenseRow['file']> }) {
  const { id: organization } = useOrganization()
  const [addressOf] = financesApi.useExpenseFileAddressMutation()
  return (
    <ScanLink
      file={file}
      alt={`Receipt from ${expense.vendor}`}
      addressOf={async () => (await addressOf({ organization, expense: expense.id }).unwrap()).address}
    />
  )
}

function AddReceipt({ expense: { id, file: kept } }: { expense: ExpenseRow }) {
  const receipt = useReceiptUpload()
  const [file, setFile] = useState<File>()
  const { busy, run } = useAction()
  const add = (chosen: File) =>
    run(async () => {
      await receipt.send(id, chosen)
      setFile(undefined)
    }, 'Receipt added.')
  return (
    <div className="flex flex-col items-start gap-3">
      <ScanField label="Receipt" isBelowHeading file={file} share={receipt.share} onChoose={setFile} />
      {file && (
        <Button look="secondary" size="small" busy={busy} onClick={() => add(file)}>
          {busy ? 'Uploading…' : kept ? 'Replace receipt' : 'Add receipt'}
        </Button>
      )}
    </div>
  )
}
