import { financesApi } from '@sherpa/api-client/finances'
import type { ExpenseRow } from '@sherpa/contracts/expense'
import { isImage, isPdf } from '@sherpa/contracts/file'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { PdfDialog } from '../../pdf/pdf-dialog.tsx'
import { sizeInWords } from '../athletes/files/file-words.ts'
import { NothingYet } from '../athletes/record/panel-parts.tsx'
import { ReceiptFileField } from './receipt-file-field.tsx'
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
  const { busy, run } = useAction()
  const [picture, setPicture] = useState<string>()
  const [isPdfShown, setIsPdfShown] = useState(false)
  const address = async () => (await addressOf({ organization, expense: expense.id }).unwrap()).address

  const open = () => (isPdf(file.type) ? setIsPdfShown(true) : run(async () => setPicture(await address())))

  return (
    <div className="flex items-center gap-2.5 text-sm">
      <ToolIcon name={isImage(file.type) ? 'picture' : 'deal'} className="size-4 text-grey" />
      <button
        type="button"
        aria-disabled={busy}
        onClick={open}
        className="min-h-7 min-w-0 flex-1 cursor-pointer rounded-sm text-left break-words text-ink hover:underline max-md:min-h-11"
      >
        <span className="sr-only">Show </span>
        {file.name}
      </button>
      <span className="text-xs whitespace-nowrap text-grey tabular-nums">{sizeInWords(file.size)}</span>
      <PdfDialog open={isPdfShown} name={file.name} addressOf={address} onClose={() => setIsPdfShown(false)} />
      <Dialog open={picture !== undefined} title={file.name} onClose={() => setPicture(undefined)}>
        {picture && (
          <img src={picture} alt={`Receipt from ${expense.vendor}`} className="mx-auto max-h-[70dvh] w-auto" />
        )}
      </Dialog>
    </div>
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
      <ReceiptFileField isBelowHeading file={file} share={receipt.share} onChoose={setFile} />
      {file && (
        <Button look="secondary" size="small" busy={busy} onClick={() => add(file)}>
          {busy ? 'Uploading…' : kept ? 'Replace receipt' : 'Add receipt'}
        </Button>
      )}
    </div>
  )
}
