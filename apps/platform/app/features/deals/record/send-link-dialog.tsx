import type { LinkPurpose } from '@sherpa/contracts/deal'
import { Dialog } from '@sherpa/ui/dialog'
import { lazyForm } from '../../../frame/on-demand.tsx'
import type { LinkProps } from './send-link-form.tsx'

const SendLinkForm = lazyForm(async () => (await import('./send-link-form.tsx')).SendLinkForm)

type Props = Omit<LinkProps, 'purpose'> & {
  /** Undefined while closed. */
  purpose: LinkPurpose | undefined
}

export function SendLinkDialog({ purpose, ...rest }: Props) {
  const title = purpose === 'page' ? 'Share page with the company' : 'Send for signature'
  return (
    <Dialog open={purpose !== undefined} title={title} onClose={rest.onClose}>
      {purpose && <SendLinkForm {...rest} purpose={purpose} />}
    </Dialog>
  )
}
