import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import type { Findable } from './find-one.tsx'
import { NewDealForm } from './new-deal-form.tsx'

/** Opens with the button, and for whoever comes here to add a deal. */
export function NewDealButton() {
  const [open, setOpen] = useOpenedByAddress('new')
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        New deal
      </Button>
      <NewDealDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

export function NewDealDialog({
  open,
  athlete,
  onClose,
}: {
  open: boolean
  /** Whom it is about, where that is known already. */
  athlete?: Findable
  onClose: () => void
}) {
  return (
    <Dialog open={open} title="New deal" onClose={onClose}>
      <NewDealForm athlete={athlete} onClose={onClose} />
    </Dialog>
  )
}
