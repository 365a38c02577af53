import { agreementsApi } from '@sherpa/api-client/agreements'
import {
  type Agreement,
  type AgreementState,
  agreementConfirmation,
  agreementStates,
} from '@sherpa/contracts/agreement'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { calendarDay } from '../../../data/moments.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import { PdfDialog } from '../../../pdf/pdf-dialog.tsx'
import { stateLooks } from './agreement-words.ts'

type Of = { athlete: string; agreement: Agreement }

/** Signing day, guardian and document. */
export function SignedDocument({ athlete, agreement: { id, signature, document } }: Of) {
  const { id: organization, may } = useOrganization()
  const [addressOf] = agreementsApi.useAgreementDocumentAddressMutation()
  const [isShown, setIsShown] = useState(false)
  if (!signature) return null
  const address = async () => (await addressOf({ organization, athlete, agreement: id }).unwrap()).address
  return (
    <p className="text-xs break-words text-grey">
      Entered as signed on {calendarDay(signature.signedOn)}
      {signature.guardian && `, by ${signature.guardian} as guardian`}.{' '}
      {document && may('money.view') && (
        <>
          <button type="button" className={`${textLinkClass} cursor-pointer`} onClick={() => setIsShown(true)}>
            {document.name}
          </button>
          <PdfDialog open={isShown} name={document.name} addressOf={address} onClose={() => setIsShown(false)} />
        </>
      )}
    </p>
  )
}

/** A signature that nobody confirmed says more than the term. */
export function AgreementBadge({ state, signature }: { state: AgreementState } & Pick<Agreement, 'signature'>) {
  if (signature && !signature.confirmed) return <StatusBadge tone="warning">Not confirmed</StatusBadge>
  return <StatusBadge tone={stateLooks[state]}>{agreementStates[state]}</StatusBadge>
}

/** For approvers. Who entered it may confirm it only if nobody else can. */
export function ConfirmSigned({ athlete, agreement, name }: Of & { name?: string }) {
  const { may } = useOrganization()
  const [open, setOpen] = useState(false)
  if (!agreement.signature || agreement.signature.confirmed || !may('deals.approve')) return null
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        Confirm<span className="sr-only"> signed agreement{name && ` of ${name}`}</span>
      </Button>
      <Dialog open={open} title="Confirm signed agreement" onClose={() => setOpen(false)}>
        <ConfirmForm athlete={athlete} agreement={agreement} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ConfirmForm({ athlete, agreement, onClose }: Of & { onClose: () => void }) {
  const { id: organization } = useOrganization()
  const { user } = useAccount()
  const [confirm] = agreementsApi.useConfirmAgreementMutation()
  const isOwn = agreement.signature?.enteredBy?.id === user.id
  const { errors, failureText, busy, formProps } = useForm({
    schema: agreementConfirmation,
    read: ({ comment }) => ({ version: agreement.version, ...(isOwn ? { comment } : {}) }),
    async send(body) {
      await confirm({ organization, athlete, agreement: agreement.id, body }).unwrap()
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <p className="text-sm">Check that the document shows this term, these fees and both signatures.</p>
      {isOwn && (
        <Field
          label="Comment"
          hint="You entered it yourself. Explain why you confirm it."
          error={errors.get('comment')}
        >
          {(control) => <textarea {...control} name="comment" rows={2} maxLength={1000} className={controlClass} />}
        </Field>
      )}
      <SubmitActions label="Confirm" busyLabel="Confirming…" busy={busy} onCancel={onClose} />
    </form>
  )
}
