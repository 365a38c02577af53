import { Dialog } from '@sherpa/ui/dialog'
import { lazyForm } from '../../../frame/on-demand.tsx'
import type { Asked } from './terminate-form.tsx'

const TerminateForm = lazyForm(async () => (await import('./terminate-form.tsx')).TerminateForm)

export function TerminateDialog({ deal, onClose }: { deal: Asked | undefined; onClose: () => void }) {
  return (
    <Dialog open={deal !== undefined} title="Terminate this deal?" onClose={onClose}>
      {deal && <TerminateForm deal={deal} onClose={onClose} />}
    </Dialog>
  )
}
