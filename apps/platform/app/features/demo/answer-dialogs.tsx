import { deskApi } from '@sherpa/api-client/desk'
import { type DeskRequest, demoCancellation, demoConfirmation, demoLengths, demoMove } from '@sherpa/contracts/desk'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import type { ReactNode } from 'react'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { asFieldValue, clockName, inVisitorTime } from './visitor-time.ts'

type Answering = { request: DeskRequest; onClose: () => void }

/** Texts of a form as the contract reads them. What was left empty is left out. */
function asTyped(request: DeskRequest) {
  return ({ startsAt, lengthMinutes, assignee, ...typed }: Record<string, unknown>) => ({
    ...typed,
    version: request.version,
    ...(startsAt ? { startsAt: new Date(String(startsAt)).toISOString() } : {}),
    ...(lengthMinutes === undefined ? {} : { lengthMinutes: Number(lengthMinutes) }),
    ...(assignee ? { assignee } : {}),
  })
}

/** Confirms a demo, or moves one that is confirmed. */
export function ConfirmDemoDialog({ open, ...answering }: Answering & { open: boolean }) {
  const { request, onClose } = answering
  return (
    <Dialog
      open={open}
      title={request.state === 'confirmed' ? 'Move the demo' : `Confirm the demo with ${request.name}`}
      onClose={onClose}
    >
      {request.state === 'confirmed' ? <MoveForm {...answering} /> : <ConfirmForm {...answering} />}
    </Dialog>
  )
}

function ConfirmForm({ request, onClose }: Answering) {
  const [confirmDemo] = deskApi.useConfirmDemoMutation()
  const form = useForm({
    schema: demoConfirmation,
    read: asTyped(request),
    async send(body) {
      await confirmDemo({ request: request.id, body }).unwrap()
      onClose()
      showToast('success', `Confirmed. ${request.name} gets an email with the time and the link.`)
    },
  })
  return (
    <AnswerFields form={form} request={request} onClose={onClose} label="Confirm and send" busyLabel="Confirming…">
      <AssigneeField request={request} without={{ value: 'in-turn', words: 'Whoever’s turn it is' }} />
    </AnswerFields>
  )
}

function MoveForm({ request, onClose }: Answering) {
  const [rescheduleDemo] = deskApi.useRescheduleDemoMutation()
  const form = useForm({
    schema: demoMove,
    read: asTyped(request),
    async send(body) {
      await rescheduleDemo({ request: request.id, body }).unwrap()
      onClose()
      showToast('success', `Moved. ${request.name} gets an email with the new time.`)
    },
  })
  return (
    <AnswerFields form={form} request={request} onClose={onClose} label="Move and send" busyLabel="Moving…">
      <AssigneeField request={request} without={{ value: '', words: 'As before' }} />
    </AnswerFields>
  )
}

function AnswerFields({
  form: { errors, failureText, busy, formProps },
  request,
  onClose,
  label,
  busyLabel,
  children,
}: Answering & {
  form: ReturnType<typeof useForm>
  label: string
  busyLabel: string
  children: ReactNode
}) {
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      <TextField
        name="startsAt"
        type="datetime-local"
        label="Time, by your clock"
        hint={`${request.name} asked for ${inVisitorTime(request.demoAt, request)} (${clockName(request)}).`}
        defaultValue={asFieldValue(request.demoAt)}
        errors={errors}
      />
      <TextField
        name="lengthMinutes"
        type="number"
        inputMode="numeric"
        min={demoLengths.least}
        max={demoLengths.most}
        label="Length in minutes"
        defaultValue={request.lengthMinutes}
        errors={errors}
      />
      {children}
      <TextField
        name="meetingLink"
        type="url"
        label="Meeting link"
        placeholder="https://"
        defaultValue={request.meetingLink ?? ''}
        errors={errors}
      />
      <MessageField errors={errors} />
      <SubmitActions label={label} busyLabel={busyLabel} busy={busy} onCancel={onClose} />
    </form>
  )
}

function AssigneeField({
  request,
  without,
}: {
  request: DeskRequest
  /** What is chosen where nobody is named. */
  without: { value: string; words: string }
}) {
  const { currentData } = deskApi.useDeskColleaguesQuery()
  return (
    <Field label="Who shows it">
      {(control) => (
        <Select {...control} name="assignee" defaultValue={request.assignee?.id ?? without.value}>
          <option value={without.value}>{without.words}</option>
          {currentData?.colleagues.map(({ id, name, onDuty }) => (
            <option key={id} value={id}>
              {name}
              {onDuty ? '' : ' (not on duty)'}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function MessageField({ errors }: { errors: ReadonlyMap<string, string> }) {
  return (
    <Field label="Message" note="optional" hint="It is part of the email to the visitor." error={errors.get('message')}>
      {(control) => <textarea {...control} name="message" rows={3} maxLength={2000} className={controlClass} />}
    </Field>
  )
}

export function CancelDemoDialog({ open, request, onClose }: Answering & { open: boolean }) {
  return (
    <Dialog open={open} title={`Cancel the demo with ${request.name}?`} onClose={onClose}>
      <CancelForm request={request} onClose={onClose} />
    </Dialog>
  )
}

function CancelForm({ request, onClose }: Answering) {
  const [cancelDemo] = deskApi.useCancelDemoMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: demoCancellation,
    read: (typed) => ({ ...typed, version: request.version }),
    async send(body) {
      await cancelDemo({ request: request.id, body }).unwrap()
      onClose()
      showToast('success', `Canceled. ${request.name} gets an email.`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      <MessageField errors={errors} />
      <SubmitActions label="Cancel the demo" busyLabel="Canceling…" busy={busy} look="danger" onCancel={onClose} />
    </form>
  )
}
