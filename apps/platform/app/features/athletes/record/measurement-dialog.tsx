import { Dialog } from '@sherpa/ui/dialog'
import { lazyForm } from '../../../frame/on-demand.tsx'
import type { MeasurementProps } from './measurement-form.tsx'

const MeasurementForm = lazyForm(async () => (await import('./measurement-form.tsx')).MeasurementForm)

type Props = MeasurementProps & { open: boolean; name?: string }

export function MeasurementDialog({ open, name, ...props }: Props) {
  const title = props.measurement ? 'Edit measurement' : 'Add measurement'
  return (
    <Dialog open={open} title={name ? `${title} for ${name}` : title} onClose={props.onClose}>
      <MeasurementForm key={props.measurement?.id} {...props} />
    </Dialog>
  )
}
