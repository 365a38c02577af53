import { dealsApi } from '@sherpa/api-client/deals'
import { upload } from '@sherpa/api-client/upload'
import type { IdentityProof } from '@sherpa/contracts/account'
import { type Deal, type SigningSide, signingSides } from '@sherpa/contracts/deal'
import { dealWorkOperations } from '@sherpa/contracts/deal-work-operations'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { doubtAboutSigner } from '@sherpa/contracts/signer-name'
import { requiredLine, requiredText } from '@sherpa/contracts/text'
import { controlClass, Field } from '@sherpa/ui/field'
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

const signer = requiredLine(120, 'Enter who signed')
const file = z
  .custom<File>((file) => file instanceof File && file.name !== '', 'Choose a file')
  .check(z.refine((file) => !reasonNotToSend(file), { error: ({ input }) => reasonNotToSend(input as File) ?? '' }))
const reason = requiredText(1000, 'Explain why the name is correct')

/** Fields by party, such as `athlete-file`. */
const papers = z.object(
  Object.fromEntries(
    (Object.keys(signingSides) as SigningSide[]).flatMap((side) => [
      [`${side}-signer`, z.optional(signer)],
      [`${side}-file`, z.optional(file)],
      [`${side}-reason`, z.optional(reason)],
    ]),
  ),
)
type Paper = { side: SigningSide; signer: string; file: File; reason?: string }

/** Records signatures made outside Sherpa. */
export function AddPaperForm({ deal, onClose }: { deal: Deal; onClose: () => void }) {
  const expected = signersOf(deal)
  const { number, offered } = paperSides(deal)
  const { title, athlete, company } = currentVersion(deal)
  const [signers, setSigners] = useState<Partial<Record<SigningSide, string>>>({
    athlete: expected.athlete[0] ?? '',
    guardian: expected.guardian[0] ?? '',
    company: expected.company[0] ?? '',
  })
  const [ready, setReady] = useState<Paper[]>()
  const doubtAbout = (side: SigningSide) => {
    const name = signers[side]?.trim()
    return name ? doubtAboutSigner(side, name, expected) : null
  }
  const { errors, failureText, busy, formProps } = useForm({
    schema: papers,
    read(typed) {
      const isChosen = ({ side }: (typeof offered)[number]) => (typed[`${side}-file`] as File).name !== ''
      const chosen = offered.some(isChosen) ? offered.filter(isChosen) : offered.slice(0, 1)
      return Object.fromEntries(
        chosen.flatMap(({ side }) => [
          [`${side}-signer`, typed[`${side}-signer`]],
          [`${side}-file`, typed[`${side}-file`]],
          // A guardian's name has to match. Otherwise a doubtful name needs a reason.
          ...(typed[`${side}-reason`] || (doubtAbout(side) && side !== 'guardian')
            ? [[`${side}-reason`, typed[`${side}-reason`]]]
            : []),
        ]),
      )
    },
    send: async (values) =>
      setReady(
        offered.flatMap(({ side }) => {
          const [signer, file, reason] = ['signer', 'file', 'reason'].map((field) => values[`${side}-${field}`])
          if (!(file instanceof File)) return []
          return [{ side, signer: String(signer), file, ...(reason ? { reason: String(reason) } : {}) }]
        }),
      ),
  })

  return (
    <>
      <form {...formProps} className="flex flex-col gap-5">
        <p className="text-sm">
          Version {number} of “{title}”, between {athlete} and {company.name}. Each copy is stored with the deal and
          counts as this party’s signature.
          {offered.length > 1 && ' Leave a file empty to add that copy later.'}
        </p>
        <FormMessage failure={failureText} />
        {offered.map(({ side, replaces }) => {
          const doubt = doubtAbout(side)
          return (
            <fieldset key={side} className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
              <legend className="sr-only">{signingSides[side]}</legend>
              <div className="grid gap-3 sm:grid-cols-2">
                <TextField
                  name={`${side}-signer`}
                  label={`Signed for ${sideInWords(side)} by`}
                  maxLength={120}
                  autoComplete="off"
                  value={signers[side] ?? ''}
                  onChange={({ target }) => setSigners({ ...signers, [side]: target.value })}
                  errors={errors}
                />
                <Field
                  label={`${signingSides[side]}’s signed copy`}
                  error={errors.get(`${side}-file`)}
                  hint={replaces && `Replaces the copy signed by ${replaces}, which stays on record.`}
                >
                  {(control) => (
                    <input
                      {...control}
                      type="file"
                      name={`${side}-file`}
                      accept=".pdf,image/*"
                      className={controlClass}
                    />
                  )}
                </Field>
              </div>
              <div role="status" className="empty:hidden">
                {doubt && <NameWarning side={side} signer={signers[side] ?? ''} doubt={doubt} names={expected[side]} />}
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
                  error={errors.get(`${side}-reason`)}
                >
                  {(control) => (
                    <textarea {...control} name={`${side}-reason`} rows={2} maxLength={1000} className={controlClass} />
                  )}
                </Field>
              )}
            </fieldset>
          )
        })}
        <SubmitActions label="Continue" busyLabel="Continue" busy={busy} onCancel={onClose} />
      </form>
      <ConfirmPapers deal={deal} papers={ready} onBack={() => setReady(undefined)} onDone={onClose} />
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

/** The proof and the files are sent apart, so that no password is sent with a file. */
function ConfirmPapers({
  deal,
  papers,
  onBack,
  onDone,
}: {
  deal: Deal
  papers: Paper[] | undefined
  onBack: () => void
  onDone: () => void
}) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const [confirm] = dealsApi.useConfirmSignedPaperMutation()
  const { number, offered } = paperSides(deal)
  const label = papers && papers.length > 1 ? 'Add signed copies' : 'Add signed copy'

  async function send([first, ...others]: Paper[], proof: IdentityProof) {
    if (!first) return
    const { file, ...paper } = first
    const also = others.map(({ file: _, ...other }) => other)
    const body = { ...paper, number, also, ...proof }
    const tokens = await confirm({ organization, deal: deal.id, body }).unwrap()
    await uploadCopy(file, tokens.token)
    for (const [index, { file }] of others.entries()) await uploadCopy(file, tokens.also[index] ?? '')
    showToast('success', others.length > 0 ? 'Signed copies added.' : 'Signed copy added.')
    onDone()
  }

  function uploadCopy(file: File, token: string) {
    const query = { token, name: file.name }
    const watch = { signal: new AbortController().signal, onProgress: () => undefined }
    return dispatch(
      upload(dealWorkOperations.addSignedPaper, { organization, deal: deal.id, query, body: file }, watch),
    )
  }

  return (
    <ConfirmIdentityDialog
      open={papers !== undefined}
      title="Confirm it is you"
      confirm={label}
      confirming="Adding…"
      send={async (proof) => papers && send(papers, proof)}
      onClose={onBack}
    >
      {papers && (
        <div className="text-sm break-words">
          <ul>
            {papers.map(({ side, signer, file }) => {
              const replaces = offered.find((one) => one.side === side)?.replaces
              return (
                <li key={side}>
                  Version {number}, signed by {signer} for {sideInWords(side)}: {file.name}.{' '}
                  {replaces && `It replaces the copy signed by ${replaces}.`}
                </li>
              )
            })}
          </ul>
          <p>All owners get an email about this.</p>
        </div>
      )}
    </ConfirmIdentityDialog>
  )
}
