import { dealImportsApi } from '@sherpa/api-client/deal-imports'
import { importApprovalGiven, type WholeDealImport } from '@sherpa/contracts/deal-import'
import { requiredText } from '@sherpa/contracts/text'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import * as z from 'zod/mini'
import { dayOf } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { dealsInWords } from './deals-importable.ts'

/** Deals signed since the organization joined need a second person. */
export function ApprovalPanel({
  whole,
  toApprove,
  mayEdit,
}: {
  whole: WholeDealImport
  toApprove: number
  mayEdit: boolean
}) {
  const { id: organization, name } = useOrganization()
  const [ask] = dealImportsApi.useAskDealImportApprovalMutation()
  const { busy, run } = useAction()
  const [isApproving, setIsApproving] = useState(false)
  const { askedAt, approvedAt, approvedBy, comment, mayApprove, isOnlyApprover } = whole.approval
  const isSelfApproval = mayApprove && isOnlyApprover
  const reason = `${dealsInWords(toApprove)} ${toApprove === 1 ? 'was' : 'were'} signed since ${name} joined Sherpa.`
  if (approvedAt) {
    return (
      <Panel
        title="Approved"
        lead={`By ${approvedBy?.name ?? 'a former colleague'} on ${dayOf(approvedAt)}.${mayEdit ? ' A change to the import needs a new approval.' : ''}`}
      >
        {comment && <blockquote className="border-l border-line pl-4 text-sm break-words">{comment}</blockquote>}
      </Panel>
    )
  }
  return (
    <Panel
      title="Approval needed"
      lead={
        isSelfApproval
          ? `${reason} You’re the only approver here.`
          : `${reason} A colleague approves the file.${mayEdit ? ' Then you can start the import.' : ''}`
      }
    >
      <div className="flex flex-col gap-3">
        {askedAt && <p className="text-sm">Asked on {dayOf(askedAt)}.</p>}
        <div className="flex flex-wrap gap-3">
          {mayApprove && <Button onClick={() => setIsApproving(true)}>Approve</Button>}
          {mayEdit && !askedAt && !isSelfApproval && (
            <Button
              look={mayApprove ? 'secondary' : 'primary'}
              busy={busy}
              onClick={() => run(() => ask({ organization, dealImport: whole.id }).unwrap(), 'Asked for approval.')}
            >
              Ask for approval
            </Button>
          )}
        </div>
      </div>
      <Dialog
        open={isApproving}
        title={`Approve ${dealsInWords(whole.findings?.deals ?? toApprove)}?`}
        onClose={() => setIsApproving(false)}
      >
        <ApprovalForm whole={whole} onClose={() => setIsApproving(false)} />
      </Dialog>
    </Panel>
  )
}

const selfApproval = z.extend(importApprovalGiven, {
  comment: requiredText(1000, 'Explain why you approve it yourself'),
})

function ApprovalForm({ whole: { id, approval }, onClose }: { whole: WholeDealImport; onClose: () => void }) {
  const { isOnlyApprover: isSelfApproval } = approval
  // What was seen when the dialog opened, though the import may change meanwhile.
  const [version] = useState(approval.version)
  const { id: organization } = useOrganization()
  const [approve] = dealImportsApi.useApproveDealImportMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: isSelfApproval ? selfApproval : importApprovalGiven,
    read: ({ comment }) => ({ version, comment: String(comment).trim() || (isSelfApproval ? '' : null) }),
    async send(body) {
      await approve({ organization, dealImport: id, body }).unwrap()
      showToast('success', 'Import approved.')
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <p className="text-sm">The approval covers all deals of the file as it was checked.</p>
      <Field
        label="Comment"
        note={isSelfApproval ? undefined : 'optional'}
        hint={isSelfApproval && 'You’re the only approver here. Explain why you approve it yourself.'}
        error={errors.get('comment')}
      >
        {(control) => <textarea {...control} name="comment" rows={3} maxLength={1000} className={controlClass} />}
      </Field>
      <SubmitActions label="Approve" busyLabel="Approving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
