import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import type { Findable } from './find-one.tsx'
import { NewDealForm } from './new-deal-form.tsx'

/** Opens with the button, or with `#new` in the address. */
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
  /** Preselected on an athlete's record. */
  athlete?: Findable
  onClose: () => void
}) {
  return (
    <Dialog open={open} title="New deal" onClose={onClose}>
      <NewDealForm athlete={athlete} onClose={onClose} />
    </Dialog>
  )
}
