import { Dialog } from '@sherpa/ui/dialog'
import { lazyForm } from '../../frame/on-demand.tsx'

const RemindPayerForm = lazyForm(async () => (await import('./remind-payer-form.tsx')).RemindPayerForm)

/** Reminds the payer of an overdue payment. */
export function RemindPayerDialog({ payment, onClose }: { payment: { id: string } | undefined; onClose: () => void }) {
  return (
    <Dialog open={payment !== undefined} title="Remind payer" onClose={onClose}>
      {payment && <RemindPayerForm payment={payment} onClose={onClose} />}
    </Dialog>
  )
}
