import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { useOpenAddress } from '../../../data/use-open-address.ts'
import { PdfDialog } from '../../../pdf/pdf-dialog.tsx'

/** A document without a session: PDFs open in our viewer, other files are downloaded. */
export function LinkedFile({
  name,
  addressOf,
  onOpen,
}: {
  name: string
  addressOf: () => Promise<string>
  onOpen?: () => void
}) {
  const { busy, download } = useOpenAddress()
  const [isShown, setIsShown] = useState(false)
  const isPdf = name.toLowerCase().endsWith('.pdf')
  function open() {
    onOpen?.()
    if (isPdf) setIsShown(true)
    else download(addressOf, name)
  }
  return (
    <>
      <button
        type="button"
        aria-disabled={busy}
        onClick={open}
        className="flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-sm text-left text-sm text-ink hover:underline"
      >
        <ToolIcon name="deal" className="size-4 text-grey" />
        <span className="min-w-0 flex-1 break-words">{name}</span>
        <span className="text-grey">{isPdf ? 'Open' : 'Download'}</span>
      </button>
      <PdfDialog open={isShown} name={name} addressOf={addressOf} onClose={() => setIsShown(false)} />
    </>
  )
}
