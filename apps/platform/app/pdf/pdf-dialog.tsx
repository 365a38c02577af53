import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { lazy, Suspense } from 'react'
import { useOpenAddress } from '../data/use-open-address.ts'
import { PdfFailure } from './pdf-failure.tsx'

const PdfViewer = lazy(() => import('./pdf-viewer.tsx').catch(() => ({ default: NotLoaded })))

/** Shows a stored PDF in our own viewer, because browsers run PDF scripts and phones show only one page. */
export function PdfDialog({
  open,
  name,
  addressOf,
  onClose,
}: {
  open: boolean
  name: string
  addressOf: () => Promise<string>
  onClose: () => void
}) {
  const { busy, download } = useOpenAddress()
  return (
    <Dialog open={open} title={name} size="wide" onClose={onClose}>
      <Suspense fallback={<LoadingNote />}>
        <PdfViewer name={name} addressOf={addressOf} />
      </Suspense>
      {/* One row on phones too, to save height. */}
      <div className="mt-4 flex justify-end gap-3">
        <Button look="secondary" busy={busy} className="max-sm:flex-1" onClick={() => download(addressOf, name)}>
          Download
        </Button>
        <Button look="secondary" className="max-sm:flex-1" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

function NotLoaded() {
  return <PdfFailure text="The viewer could not be loaded. Download the file, or reload the page and try again." />
}
