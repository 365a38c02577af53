import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { BookReceiptForm, type KnownReceipt } from './book-receipt-form.tsx'

/** Opens with the button, and for whoever comes here to book a receipt. */
export function BookReceiptButton() {
  const { hash, key } = useLocation()
  const [open, setOpen] = useState(false)
  const [arrived, setArrived] = useState<string>()
  if (hash === '#book' && arrived !== key) {
    setArrived(key)
    setOpen(true)
  }
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
