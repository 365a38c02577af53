import { upload } from '@sherpa/api-client/upload'
import { type Deal, type SigningSide, signingSides } from '@sherpa/contracts/deal'
import { dealWorkOperations } from '@sherpa/contracts/deal-work-operations'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useAppDispatch } from '../../../store.ts'
import { currentTerms } from './contested-terms.ts'
import { signsStill } from './way.ts'

const paper = z.object({
  signer: z.string().check(z.trim(), z.minLength(1, 'Enter who signed'), z.maxLength(120)),
  file: z.custom<File>((file) => file instanceof File && file.size > 0, 'Choose a file'),
})

/** A side that signs outside of Sherpa: its signed copy is added here, with the name of whoever signed. */
export function AddPaperDialog({ deal, open, onClose }: { deal: Deal; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Add a signed copy" onClose={onClose}>
      <PaperForm deal={deal} onClose={onClose} />
    </Dialog>
  )
}

function PaperForm({ deal, onClose }: { deal: Deal; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const open = signsStill(deal).toReversed()
  const [side, setSide] = useState<SigningSide>(open[0] ?? 'company')
  const suggested =
    side === 'company' ? currentTerms(deal).payor?.name : side === 'athlete' ? deal.athlete.name : undefined
  const { errors, failureText, busy, formProps } = useForm({
    schema: paper,
    async send({ signer, file }) {
      const query = { side, signer, number: String(deal.newest), name: file.name }
      const watch = { signal: new AbortController().signal, onProgress: () => undefined }
      await dispatch(
        upload(dealWorkOperations.addSignedPaper, { organization, deal: deal.id, query, body: file }, watch),
      )
      showToast('success', 'Signed copy added.')
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">
        For version {deal.newest}. The copy is kept with the deal, and counts as the signature of this side.
      </p>
      <FormMessage failure={failureText} />
      <Field label="Who signed">
        {(control) => (
          <Select {...control} value={side} onChange={({ target }) => setSide(target.value as SigningSide)}>
            {open.map((one) => (
              <option key={one} value={one}>
                {signingSides[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        key={side}
        name="signer"
        label="Name of the signer"
        maxLength={120}
        autoComplete="off"
        defaultValue={suggested ?? ''}
        errors={errors}
      />
      <Field label="Signed copy" error={errors.get('file')}>
        {(control) => <input {...control} type="file" name="file" accept=".pdf,image/*" className={controlClass} />}
      </Field>
      <SubmitActions label="Add signed copy" busyLabel="Adding…" busy={busy} onCancel={onClose} />
    </form>
  )
}
