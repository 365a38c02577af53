import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import { BookReceiptForm, type KnownReceipt } from './book-receipt-form.tsx'

/** Opens with the button, and for whoever comes here to book a receipt. */
export function BookReceiptButton() {
  const [open, setOpen] = useOpenedByAddress('book')
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <ToolIcon name="plus" />
        Receipt
      </Button>
      <BookReceiptDialog known={open ? {} : undefined} onClose={() => setOpen(false)} />
    </>
  )
}

/** Undefined: it is closed. */
export function BookReceiptDialog({ known, onClose }: { known: KnownReceipt | undefined; onClose: () => void }) {
  return (
    <Dialog open={known !== undefined} title="Book a receipt" onClose={onClose}>
      {known && <BookReceiptForm known={known} onClose={onClose} />}
    </Dialog>
  )
}
