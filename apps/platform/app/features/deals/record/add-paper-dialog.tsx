import type { Deal } from '@sherpa/contracts/deal'
import { Dialog } from '@sherpa/ui/dialog'
import { lazyForm } from '../../../frame/on-demand.tsx'

const AddPaperForm = lazyForm(async () => (await import('./add-paper-form.tsx')).AddPaperForm)

/** Records signatures made outside Sherpa. */
export function AddPaperDialog({ deal, open, onClose }: { deal: Deal; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Add signed copies" onClose={onClose}>
      <AddPaperForm deal={deal} onClose={onClose} />
    </Dialog>
  )
}
