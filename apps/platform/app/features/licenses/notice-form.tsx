import { agentNoticesApi } from '@sherpa/api-client/agent-notices'
import { upload } from '@sherpa/api-client/upload'
import { type AgentNotice, newAgentNotice } from '@sherpa/contracts/agent-notice'
import { agentNoticeOperations } from '@sherpa/contracts/agent-notice-operations'
import { useState } from 'react'
import { calendarDay } from '../../data/moments.tsx'
import { FormMessage } from '../../forms/form-message.tsx'
import { NoteField } from '../../forms/note-field.tsx'
import { ScanField } from '../../forms/scan-field.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { useAppDispatch } from '../../store.ts'
import { FindAthlete } from '../deals/find-athlete.tsx'
import type { Findable } from '../deals/find-one.tsx'
import { RemoveButton } from './remove-button.tsx'
import { ScannedDocument } from './scanned-document.tsx'
import { useScannedRecord } from './use-scanned-record.ts'

/** Records an agent notice, or changes one. */
export function NoticeForm({ notice, onClose }: { notice: AgentNotice | undefined; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const today = useToday()
  const [add] = agentNoticesApi.useAddAgentNoticeMutation()
  const [change] = agentNoticesApi.useChangeAgentNoticeMutation()
  const [remove] = agentNoticesApi.useRemoveAgentNoticeMutation()
  const [athlete, setAthlete] = useState<Findable | undefined>(notice?.athlete)
  const { errors, failure, busy, busyLabel, formProps, scan } = useScannedRecord({
    record: notice,
    schema: newAgentNotice,
    read: ({ agency, contractOn, note, ...typed }) => ({
      ...typed,
      athleteId: athlete?.id ?? '',
      agency: agency || null,
      contractOn: contractOn || null,
      note: note || null,
    }),
    add: (body, headers) => add({ organization, body, headers }).unwrap(),
    change: (facts, { id, version }) => change({ organization, notice: id, body: { ...facts, version } }).unwrap(),
    upload: ({ id }, body, watch) =>
      dispatch(
        upload(
          agentNoticeOperations.addAgentNoticeFile,
          { organization, notice: id, query: { name: body.name }, body },
          watch,
        ),
      ),
    done: notice ? 'Agent notice saved.' : 'Agent notice recorded.',
    conflictInWords,
    onClose,
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failure} />
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
      <NoteField maxLength={1000} defaultValue={notice?.note ?? ''} errors={errors} />
      {notice?.file && <ScannedDocument of={notice} />}
      <ScanField {...scan} />
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
        busyLabel={busyLabel}
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
