import { dealLinksApi } from '@sherpa/api-client/deal-links'
import { warnsBeforeSigning } from '@sherpa/contracts/compliance'
import type { Deal, LinkPurpose } from '@sherpa/contracts/deal'
import { LINK_DAYS, newDealLink } from '@sherpa/contracts/deal-link'
import { showToast } from '@sherpa/ui/toast-area'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { EmailField, TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useVerdictsOf } from '../../compliance/deal-verdicts.tsx'
import { currentVersion, numberToSend } from './contested-terms.ts'

export type LinkProps = {
  deal: Deal
  purpose: LinkPurpose
  /** Starts empty, instead of with the payor. */
  isElsewhere?: boolean
  onClose: () => void
}

/** Sends the company a link to sign, or to the page of the signed deal. */
export function SendLinkForm({ deal, purpose, isElsewhere = false, onClose }: LinkProps) {
  const { id: organization } = useOrganization()
  const [send] = dealLinksApi.useSendDealLinkMutation()
  const { terms, company } = currentVersion(deal)
  const payor = isElsewhere ? null : terms.payor
  const number = numberToSend(deal, purpose)
  const { errors, failureText, busy, formProps } = useForm({
    schema: newDealLink,
    read: ({ name, title, email }) => ({ purpose, number, name, title: String(title).trim() || null, email }),
    async send(body) {
      await send({ organization, deal: deal.id, body }).unwrap()
      showToast('success', `Link sent to ${body.name}.`)
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">
        {purpose === 'page'
          ? `${company.name} sees copies, deliverables with accepted proof and due dates, after a code by email. Never your fee, approvals or notes.`
          : `${company.name} reads version ${number} and signs, asks for changes or declines. The link works for ${LINK_DAYS} days and replaces an earlier one. They never see your fee, approvals or notes.`}
      </p>
      {purpose === 'signature' && <BeforeSigning deal={deal} />}
      <FormMessage failure={failureText} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="name"
          label="Name"
          autoComplete="off"
          maxLength={120}
          defaultValue={payor?.name ?? ''}
          errors={errors}
        />
        <TextField
          name="title"
          label="Title"
          note="optional"
          autoComplete="off"
          maxLength={80}
          defaultValue={payor?.title ?? ''}
          errors={errors}
        />
      </div>
      <EmailField name="email" label="Email" autoComplete="off" defaultValue={payor?.email ?? ''} errors={errors} />
      <SubmitActions label="Send link" busyLabel="Sending…" busy={busy} onCancel={onClose} />
    </form>
  )
}

/** What should happen before anyone signs. It does not stop the link. */
function BeforeSigning({ deal }: { deal: Deal }) {
  const verdict = useVerdictsOf(deal).currentData?.verdicts.find(warnsBeforeSigning)
  if (!verdict) return null
  return (
    <p className="rounded-md bg-summit-pale px-3 py-2 text-sm text-summit-ink">
      {verdict.sentence} {verdict.todo}
    </p>
  )
}
