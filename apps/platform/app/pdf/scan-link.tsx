import { isImage, isPdf, type ScanType } from '@sherpa/contracts/file'
import { Dialog } from '@sherpa/ui/dialog'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { useAction } from '../data/use-action.ts'
import { sizeInWords } from '../features/athletes/files/file-words.ts'
import { PdfDialog } from './pdf-dialog.tsx'

/** Opens a stored PDF or picture. */
export function ScanLink({
  file,
  alt,
  addressOf,
}: {
  file: { name: string; type: ScanType; size: number }
  /** Describes a picture. */
  alt: string
  addressOf: () => Promise<string>
}) {
  const { busy, run } = useAction()
  const [picture, setPicture] = useState<string>()
  const [isPdfShown, setIsPdfShown] = useState(false)

  const open = () => (isPdf(file.type) ? setIsPdfShown(true) : run(async () => setPicture(await addressOf())))

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
      <PdfDialog open={isPdfShown} name={file.name} addressOf={addressOf} onClose={() => setIsPdfShown(false)} />
      <Dialog open={picture !== undefined} title={file.name} onClose={() => setPicture(undefined)}>
        {picture && <img src={picture} alt={alt} className="mx-auto max-h-[70dvh] w-auto" />}
      </Dialog>
    </div>
  )
}
