import { dealsApi } from '@sherpa/api-client/deals'
import { upload } from '@sherpa/api-client/upload'
import type { IdentityProof } from '@sherpa/contracts/account'
import { type Deal, type SigningSide, signingSides } from '@sherpa/contracts/deal'
import { dealWorkOperations } from '@sherpa/contracts/deal-work-operations'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { doubtAboutSigner } from '@sherpa/contracts/signer-name'
import { requiredLine, requiredText } from '@sherpa/contracts/text'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ConfirmIdentityDialog } from '../../../forms/confirm-identity-dialog.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useAppDispatch } from '../../../store.ts'
import { reasonNotToSend } from '../../athletes/files/file-words.ts'
import { currentVersion } from './contested-terms.ts'
import { paperSides, signersOf } from './paper-sides.ts'

const paper = z.object({
  side: z.enum(Object.keys(signingSides) as SigningSide[], 'Choose who signed'),
  signer: requiredLine(120, 'Enter who signed'),
  file: z
    .custom<File>((file) => file instanceof File && file.name !== '', 'Choose a file')
    .check(z.refine((file) => !reasonNotToSend(file), { error: ({ input }) => reasonNotToSend(input as File) ?? '' })),
  reason: z.optional(requiredText(1000, 'Explain why the name is correct')),
})
type Paper = z.infer<typeof paper>

/** Records a signature made outside Sherpa. */
export function AddPaperDialog({ deal, open, onClose }: { deal: Deal; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Add signed copy" onClose={onClose}>
      <PaperForm deal={deal} onClose={onClose} />
    </Dialog>
  )
}

function PaperForm({ deal, onClose }: { deal: Deal; onClose: () => void }) {
  const expected = signersOf(deal)
  const { number, offered, only } = paperSides(deal)
  const [side, setSide] = useState<SigningSide | ''>(only ?? '')
  const [signer, setSigner] = useState((only && expected[only][0]) ?? '')
  const [ready, setReady] = useState<Paper>()
  const doubt = side === '' || signer.trim() === '' ? null : doubtAboutSigner(side, signer, expected)
  const replaces = offered.find((one) => one.side === side)?.replaces
  const { title, athlete, company } = currentVersion(deal)
  const { errors, failureText, busy, formProps } = useForm({
    schema: paper,
    // A guardian's name has to match. Otherwise a doubtful name needs a reason.
    read: ({ reason, ...typed }) => (reason || (doubt && side !== 'guardian') ? { ...typed, reason } : typed),
    send: async (values) => setReady(values),
  })

  function choose(chosen: SigningSide) {
    setSide(chosen)
    setSigner(expected[chosen][0] ?? '')
  }

  return (
    <>
      <form {...formProps} className="flex flex-col gap-4">
        <p className="text-sm">
          Version {number} of “{title}”, between {athlete} and {company.name}. The copy is stored with the deal and
          counts as this party’s signature.
        </p>
        <FormMessage failure={failureText} />
        <Field
          label="Signed by"
          error={errors.get('side')}
          hint={replaces && `Replaces the copy signed by ${replaces}, which stays on record.`}
        >
          {(control) => (
            <Select
              {...control}
              name="side"
              value={side}
              onChange={({ target }) => choose(target.value as SigningSide)}
            >
              {side === '' && <option value="">Choose a party</option>}
              {offered.map((one) => (
                <option key={one.side} value={one.side}>
                  {signingSides[one.side]}
                  {one.replaces && ' (replace copy)'}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div>
          <TextField
            name="signer"
            label="Signer’s name"
            maxLength={120}
            autoComplete="off"
            value={signer}
            onChange={({ target }) => setSigner(target.value)}
            errors={errors}
          />
          <div role="status">
            {doubt && side && <NameWarning side={side} signer={signer} doubt={doubt} names={expected[side]} />}
          </div>
        </div>
        {(doubt || side === 'guardian') && (
          <Field
            label="Reason"
            note={side === 'guardian' ? 'optional' : undefined}
            hint={
              side === 'guardian'
                ? 'Needed if you lead or edited this deal and no colleague can add the copy.'
                : 'Why this name is correct. Colleagues see it with the signature.'
            }
            error={errors.get('reason')}
          >
            {(control) => <textarea {...control} name="reason" rows={2} maxLength={1000} className={controlClass} />}
          </Field>
        )}
        <Field label="Signed copy" error={errors.get('file')}>
          {(control) => <input {...control} type="file" name="file" accept=".pdf,image/*" className={controlClass} />}
        </Field>
        <SubmitActions label="Continue" busyLabel="Continue" busy={busy} onCancel={onClose} />
      </form>
      <ConfirmPaper deal={deal} paper={ready} onBack={() => setReady(undefined)} onDone={onClose} />
    </>
  )
}

const sideInWords = (side: SigningSide) => `the ${signingSides[side].toLowerCase()}`

/** Parties are easily mixed up. */
function NameWarning({
  side,
  signer,
  doubt,
  names,
}: {
  side: SigningSide
  signer: string
  doubt: SigningSide | 'unknown'
  names: readonly string[]
}) {
  return (
    <p className="mt-3 flex items-start gap-2.5 rounded-lg border border-summit/40 bg-summit-pale px-4 py-3 text-sm text-summit-ink">
      <ToolIcon name="warning" className="mt-0.5 size-4" />
      <span className="min-w-0 flex-1 break-words">
        {doubt === 'unknown'
          ? `Expected for ${sideInWords(side)}: ${listInWords(names)}. Check the name “${signer.trim()}”.`
          : `“${signer.trim()}” is the name of ${sideInWords(doubt)}. Check that ${sideInWords(side)} signed this copy.`}
      </span>
    </p>
  )
}

/** Two calls, so that no password is sent with a file. */
function ConfirmPaper({
  deal,
  paper: ready,
  onBack,
  onDone,
}: {
  deal: Deal
  paper: Paper | undefined
  onBack: () => void
  onDone: () => void
}) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const [confirm] = dealsApi.useConfirmSignedPaperMutation()
  const { number, offered } = paperSides(deal)
  const replaces = offered.find(({ side }) => side === ready?.side)?.replaces

  async function send({ side, signer, reason, file }: Paper, proof: IdentityProof) {
    const body = { side, signer, number, ...(reason && { reason }), ...proof }
    const { token } = await confirm({ organization, deal: deal.id, body }).unwrap()
    const query = { token, name: file.name }
    const watch = { signal: new AbortController().signal, onProgress: () => undefined }
    await dispatch(upload(dealWorkOperations.addSignedPaper, { organization, deal: deal.id, query, body: file }, watch))
    showToast('success', 'Signed copy added.')
    onDone()
  }

  return (
    <ConfirmIdentityDialog
      open={ready !== undefined}
      title="Confirm it is you"
      confirm="Add signed copy"
      confirming="Adding…"
      send={async (proof) => ready && send(ready, proof)}
      onClose={onBack}
    >
      {ready && (
        <p className="text-sm break-words">
          Version {number}, signed by {ready.signer} for {sideInWords(ready.side)}: {ready.file.name}.{' '}
          {replaces && `It replaces the copy signed by ${replaces}. `}
          All owners get an email about this.
        </p>
      )}
    </ConfirmIdentityDialog>
  )
}
