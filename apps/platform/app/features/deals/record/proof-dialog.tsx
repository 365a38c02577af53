import type { DeliverableRow } from '@sherpa/contracts/deal-work'
import { Dialog } from '@sherpa/ui/dialog'
import { lazyForm } from '../../../frame/on-demand.tsx'

const ProofForm = lazyForm(async () => (await import('./proof-form.tsx')).ProofForm)

type DialogProps = { row: Pick<DeliverableRow, 'id' | 'title'>; open: boolean; onClose: () => void }

export function ProofDialog({ row, open, onClose }: DialogProps) {
  return (
    <Dialog open={open} title={`Add proof: ${row.title}`} onClose={onClose}>
      <ProofForm deliverable={row.id} onClose={onClose} />
    </Dialog>
  )
}
