import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { lazy, Suspense } from 'react'
import { useOpenAddress } from '../data/use-open-address.ts'
import { PdfFailure } from './pdf-failure.tsx'

const PdfViewer = lazy(() => import('./pdf-viewer.tsx').catch(() => ({ default: NotLoaded })))

/** A PDF that is kept for people. Browsers would run its scripts, and phones show one page of it: so we show it ourselves. */
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
      <DialogActions>
        <Button look="secondary" busy={busy} onClick={() => download(addressOf, name)}>
          Download
        </Button>
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function NotLoaded() {
  return <PdfFailure text="The viewer could not be loaded. Download the file, or reload the page and try again." />
}
