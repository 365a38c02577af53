import { agentNoticesApi } from '@sherpa/api-client/agent-notices'
import { upload } from '@sherpa/api-client/upload'
import { type AgentNotice, newAgentNotice } from '@sherpa/contracts/agent-notice'
import { agentNoticeOperations } from '@sherpa/contracts/agent-notice-operations'
import type { Problem } from '@sherpa/contracts/problem'
import { controlClass, Field } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { calendarDay } from '../../data/moments.tsx'
import { failureOf } from '../../forms/failure.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { ScanField } from '../../forms/scan-field.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useUploadProgress } from '../../forms/use-upload-progress.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { useAppDispatch } from '../../store.ts'
import { FindAthlete } from '../deals/find-athlete.tsx'
import type { Findable } from '../deals/find-one.tsx'
import { NoticeDocument } from './notice-document.tsx'
import { RemoveButton } from './remove-button.tsx'

/** Records an agent notice, or changes one. */
export function NoticeForm({ notice, onClose }: { notice: AgentNotice | undefined; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const today = useToday()
  const [add] = agentNoticesApi.useAddAgentNoticeMutation()
  const [change] = agentNoticesApi.useChangeAgentNoticeMutation()
  const [remove] = agentNoticesApi.useRemoveAgentNoticeMutation()
  const keyFor = useIdempotencyKey()
  const { share, track } = useUploadProgress()
  const [file, setFile] = useState<File>()
  const [athlete, setAthlete] = useState<Findable | undefined>(notice?.athlete)
  /** Newer than the notice that was opened, after a conflict. */
  const [newer, setNewer] = useState<AgentNotice>()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newAgentNotice,
    read: ({ agency, contractOn, note, ...typed }) => ({
      ...typed,
      athleteId: athlete?.id ?? '',
      agency: agency || null,
      contractOn: contractOn || null,
      note: note || null,
    }),
    async send(facts) {
      const saved = notice
        ? await change({
            organization,
            notice: notice.id,
            body: { ...facts, version: (newer ?? notice).version },
          })
            .unwrap()
            .catch((error: { data?: Problem & { present?: AgentNotice } }) => {
              setNewer(error.data?.present)
              throw error
            })
        : await add({ organization, body: facts, headers: { 'Idempotency-Key': keyFor(facts) } }).unwrap()
      // A failed upload keeps the notice: the file can be added to it later.
      if (file) await send(saved, file).catch((error) => showToast('error', failureOf(error).text))
      showToast('success', notice ? 'Agent notice saved.' : 'Agent notice recorded.')
      onClose()
    },
    onRefusal: ({ code }) => code === 'changed-meanwhile',
  })
  const send = (to: AgentNotice, body: File) =>
    track((watch) =>
      dispatch(
        upload(
          agentNoticeOperations.addAgentNoticeFile,
          { organization, notice: to.id, query: { name: body.name }, body },
          watch,
        ),
      ),
    )
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText ?? (newer && conflictInWords(newer))} />
      <FindAthlete chosen={athlete} onChoose={setAthlete} error={errors.get('athleteId')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="agent"
          label="Agent"
          autoComplete="off"
          maxLength={160}
          defaultValue={notice?.agent}
          errors={errors}
        />
        <TextField
          name="agency"
          label="Agency"
          note="optional"
          autoComplete="off"
          maxLength={160}
          defaultValue={notice?.agency ?? ''}
          errors={errors}
        />
        <TextField
          name="receivedOn"
          label="Notice received"
          type="date"
          max={today}
          defaultValue={notice?.receivedOn}
          errors={errors}
        />
        <TextField
          name="contractOn"
          label="Contract signed"
          note="optional"
          type="date"
          defaultValue={notice?.contractOn ?? ''}
          errors={errors}
        />
      </div>
      <Field label="Note" note="optional" error={errors.get('note')}>
        {(control) => (
          <textarea
            {...control}
            name="note"
            rows={2}
            maxLength={1000}
            defaultValue={notice?.note ?? ''}
            className={controlClass}
          />
        )}
      </Field>
      {notice?.file && <NoticeDocument notice={notice} file={notice.file} />}
      <ScanField label="Document" file={file} share={share} onChoose={setFile} />
      {notice && (
        <RemoveButton
          label="Remove agent notice"
          done="Agent notice removed."
          remove={() => remove({ organization, notice: notice.id }).unwrap()}
          onRemoved={onClose}
        />
      )}
      <SubmitActions
        label={notice ? 'Save' : 'Record agent notice'}
        busyLabel={share === undefined ? 'Saving…' : 'Uploading document…'}
        busy={busy}
        onCancel={onClose}
      />
    </form>
  )
}

function conflictInWords({ agent, agency, athlete, receivedOn }: AgentNotice) {
  const theirs = [agent, agency, athlete.name, calendarDay(receivedOn)].filter(Boolean).join(', ')
  return `A colleague has changed this notice: ${theirs}. Save again to apply your changes.`
}
