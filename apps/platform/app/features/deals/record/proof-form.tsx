import { dealsApi } from '@sherpa/api-client/deals'
import { upload } from '@sherpa/api-client/upload'
import { newProof } from '@sherpa/contracts/deal-work'
import { dealWorkOperations } from '@sherpa/contracts/deal-work-operations'
import { Button } from '@sherpa/ui/button'
import { RadioCard } from '@sherpa/ui/choice'
import { DialogActions } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWhenOnline } from '../../../data/when-online.ts'
import { failureOf } from '../../../forms/failure.ts'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useAppDispatch } from '../../../store.ts'
import { sizeInWords } from '../../athletes/files/file-words.ts'
import { PicturePreview } from './picture-preview.tsx'
import { acceptedProofs, proofProblem } from './proof-file.ts'

type FormProps = { deliverable: string; onClose: () => void }

export function ProofForm(props: FormProps) {
  const [kind, setKind] = useState<'file' | 'link'>('file')
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="sr-only">Type of proof</legend>
        <RadioCard name="kind" title="Photo or PDF" checked={kind === 'file'} onChange={() => setKind('file')}>
          Take a photo or choose a file.
        </RadioCard>
        <RadioCard name="kind" title="Link" checked={kind === 'link'} onChange={() => setKind('link')}>
          Link to the post.
        </RadioCard>
      </fieldset>
      {kind === 'file' ? <FileForm {...props} /> : <LinkForm {...props} />}
    </div>
  )
}

type Problem = { text: string; canRetry: boolean }

function FileForm({ deliverable, onClose }: FormProps) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<Problem>()
  /** Upload progress from 0 to 1; undefined while idle. */
  const [share, setShare] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  const isSending = share !== undefined

  function choose(chosen: File | undefined) {
    const reason = chosen && proofProblem(chosen)
    setFile(reason ? undefined : chosen)
    setProblem(reason ? { text: reason, canRetry: false } : undefined)
  }

  async function send() {
    if (stop.current) return
    if (!file) return setProblem((known) => known ?? { text: 'Choose a photo or a PDF', canRetry: false })
    stop.current = new AbortController()
    const { signal } = stop.current
    setProblem(undefined)
    setShare(0)
    const input = { organization, deliverable, query: { name: file.name }, body: file }
    try {
      await dispatch(upload(dealWorkOperations.proveDeliverableByFile, input, { signal, onProgress: setShare }))
      showToast('success', 'Proof submitted.')
      onClose()
    } catch (error) {
      if (signal.aborted) return
      const { code, text } = failureOf(error)
      setProblem({ text, canRetry: code === undefined || code === 'unavailable' })
    } finally {
      stop.current = undefined
      setShare(undefined)
    }
  }

  useWhenOnline(() => {
    if (problem?.canRetry) void send()
  })
  // Closing the dialog or switching to a link cancels the upload.
  useEffect(() => () => stop.current?.abort(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  return (
    <form method="dialog" noValidate onSubmit={submit} className="flex flex-col gap-4 text-sm">
      <Field
        label="Photo or PDF"
        hint={<span className="text-grey">JPEG, PNG, GIF, WebP or PDF, up to 25 MB.</span>}
        error={problem && !problem.canRetry ? problem.text : undefined}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept={acceptedProofs}
            disabled={isSending}
            onChange={({ target }) => choose(target.files?.[0])}
            className={controlClass}
          />
        )}
      </Field>
      {file && (
        <div className="flex flex-col gap-2">
          {file.type.startsWith('image/') && <PicturePreview file={file} />}
          <p className="break-words text-grey">
            {file.name}, {sizeInWords(file.size)}
          </p>
        </div>
      )}
      {isSending && file && (
        <div>
          <progress aria-label={`Upload of ${file.name}`} value={share} className="w-full" />
          <p className="mt-1 text-grey tabular-nums">{share < 1 ? `${Math.floor(share * 100)}%` : 'Checking…'}</p>
        </div>
      )}
      <FormMessage
        failure={
          problem?.canRetry
            ? `${problem.text} Your file is still here. The upload resumes when you are back online.`
            : undefined
        }
      />
      <DialogActions>
        <Button look="secondary" onClick={() => (isSending ? stop.current?.abort() : onClose())}>
          {isSending ? 'Stop' : 'Cancel'}
        </Button>
        <Button type="submit" busy={isSending}>
          {isSending ? 'Submitting…' : problem?.canRetry ? 'Try again' : 'Submit proof'}
        </Button>
      </DialogActions>
    </form>
  )
}

function LinkForm({ deliverable, onClose }: FormProps) {
  const { id: organization } = useOrganization()
  const [prove] = dealsApi.useProveDeliverableMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newProof,
    read: ({ link, note }) => ({ link, note: note ? String(note) : null }),
    async send(body) {
      await prove({ organization, deliverable, body }).unwrap()
      showToast('success', 'Proof submitted.')
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <TextField
        name="link"
        label="Link"
        type="url"
        inputMode="url"
        maxLength={500}
        autoComplete="off"
        errors={errors}
      />
      <TextField name="note" label="Note" note="optional" maxLength={500} autoComplete="off" errors={errors} />
      <SubmitActions label="Submit proof" busyLabel="Submitting…" busy={busy} onCancel={onClose} />
    </form>
  )
}
