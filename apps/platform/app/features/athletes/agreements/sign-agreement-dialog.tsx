import { agreementsApi } from '@sherpa/api-client/agreements'
import { upload } from '@sherpa/api-client/upload'
import type { IdentityProof } from '@sherpa/contracts/account'
import type { Agreement } from '@sherpa/contracts/agreement'
import { agreementOperations } from '@sherpa/contracts/agreement-operations'
import { timeOfDay } from '@sherpa/contracts/task'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ConfirmIdentityDialog } from '../../../forms/confirm-identity-dialog.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useAppDispatch } from '../../../store.ts'
import { GuardianField, SignedOnField, SignedPdfField, signedElsewhere } from '../files/signed-elsewhere-fields.tsx'

const input = z.object({ ...signedElsewhere, signedTime: z.optional(timeOfDay) })
type Input = z.infer<typeof input>
type Of = { athlete: string; agreement: Agreement }

/** Enters an agreement that was signed elsewhere. */
export function SignAgreementDialog({
  athlete,
  agreement,
  onClose,
}: {
  athlete: string
  agreement: Agreement | undefined
  onClose: () => void
}) {
  return (
    <Dialog open={agreement !== undefined} title="Enter as signed" onClose={onClose}>
      {agreement && <SignForm athlete={athlete} agreement={agreement} onClose={onClose} />}
    </Dialog>
  )
}

function SignForm({ athlete, agreement, onClose }: Of & { onClose: () => void }) {
  const { name } = useOrganization()
  const [ready, setReady] = useState<Input>()
  const { errors, failureText, busy, formProps } = useForm({
    schema: input,
    read: ({ signedOn, signedTime, guardian, file }) => ({
      signedOn,
      file,
      ...(signedTime ? { signedTime } : {}),
      ...(guardian ? { guardian } : {}),
    }),
    send: async (values) => setReady(values),
  })
  return (
    <>
      <form {...formProps} className="flex flex-col gap-4">
        <FormMessage failure={failureText} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SignedOnField errors={errors} />
          <TextField name="signedTime" label="Time" note="if known" type="time" errors={errors} />
        </div>
        <SignedPdfField
          label="Signed agreement (PDF)"
          hint="Stored with the agreement. It can’t be replaced while it is signed."
          errors={errors}
        />
        <GuardianField errors={errors} />
        <p className="text-sm">No one outside {name} gets an email.</p>
        <SubmitActions label="Continue" busyLabel="Continue" busy={busy} onCancel={onClose} />
      </form>
      <Confirm
        athlete={athlete}
        agreement={agreement}
        values={ready}
        onBack={() => setReady(undefined)}
        onDone={onClose}
      />
    </>
  )
}

function Confirm({
  athlete,
  agreement,
  values,
  onBack,
  onDone,
}: Of & { values: Input | undefined; onBack: () => void; onDone: () => void }) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const [sign] = agreementsApi.useSignAgreementMutation()
  /** Of the uploaded document, so that a wrong code does not send it again. */
  const [uploaded, setUploaded] = useState<number>()

  async function send({ file, ...signed }: Input, proof: IdentityProof) {
    const of = { organization, athlete, agreement: agreement.id }
    const watch = { signal: new AbortController().signal, onProgress: () => undefined }
    const add = () =>
      dispatch(
        upload(agreementOperations.addAgreementDocument, { ...of, query: { name: file.name }, body: file }, watch),
      )
    const version = uploaded ?? (await add()).version
    setUploaded(version)
    const { signature } = await sign({ ...of, body: { version, ...signed, ...proof } }).unwrap()
    showToast(
      'success',
      signature?.confirmed ? 'Agreement signed.' : 'Agreement entered. A colleague has to confirm it.',
    )
    onDone()
  }

  return (
    <ConfirmIdentityDialog
      open={values !== undefined}
      title="Confirm it is you"
      confirm="Enter as signed"
      confirming="Entering…"
      send={async (proof) => values && send(values, proof)}
      onClose={() => {
        setUploaded(undefined)
        onBack()
      }}
    >
      <p className="text-sm">All owners get an email about this.</p>
    </ConfirmIdentityDialog>
  )
}
