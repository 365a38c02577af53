import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import { type PaymentDefaults, RecordPaymentForm } from './record-payment-form.tsx'

/** Opens with the button, or with `?book` in the address. */
export function RecordPaymentButton() {
  const [open, setOpen] = useOpenedByAddress('book')
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <ToolIcon name="plus" />
        Record payment
      </Button>
      <RecordPaymentDialog known={open ? {} : undefined} onClose={() => setOpen(false)} />
    </>
  )
}

export function RecordPaymentDialog({ known, onClose }: { known: PaymentDefaults | undefined; onClose: () => void }) {
  return (
    <Dialog open={known !== undefined} title="Record payment" onClose={onClose}>
      {known && <RecordPaymentForm known={known} onClose={onClose} />}
    </Dialog>
  )
}
