import { deskApi } from '@sherpa/api-client/desk'
import { type DeskRequest, demoCancellation, demoConfirmation, demoMinutes, demoMove } from '@sherpa/contracts/desk'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { type ReactNode, useState } from 'react'
import { localTime } from '../../data/local-time.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useAccount } from '../../frame/account-context.ts'
import { deskSentence } from './desk-sentence.ts'
import { clockName, inOwnTime, inVisitorTime } from './visitor-time.ts'

type Answering = {
  /** The version that was current when the dialog opened. */
  request: DeskRequest
  onClose: () => void
}

/** The open dialog and the version it answers. */
export type Asking = { how: 'confirm' | 'cancel'; seen: DeskRequest; draft?: Draft }

/** Typed in the reply box. */
type Draft = { meetingLink: string; message: string }

/** Both dialogs. The request may change while one is open. */
export function AnswerDialogs({
  request,
  asking,
  onAsk,
}: {
  request: DeskRequest
  asking: Asking | undefined
  onAsk: (asking: Asking | undefined) => void
}) {
  const seen = asking?.seen ?? request
  const close = () => onAsk(undefined)
  const isPossible = request.next.includes(asking?.how === 'cancel' ? 'canceled' : 'confirmed')
  const hasChanged = request.version !== seen.version
  const news = asking && hasChanged && (
    <ConcurrentChanges request={request} seen={seen}>
      {isPossible ? (
        <Button look="secondary" size="small" onClick={() => onAsk({ ...asking, seen: request })}>
          {continueLabel(asking, request)}
        </Button>
      ) : (
        <p>Your answer can no longer be sent.</p>
      )}
    </ConcurrentChanges>
  )
  const closeAction = hasChanged && !isPossible && (
    <DialogActions>
      <Button look="secondary" onClick={close}>
        Close
      </Button>
    </DialogActions>
  )
  return (
    <>
      <Dialog
        open={asking?.how === 'confirm'}
        title={seen.state === 'confirmed' ? 'Reschedule demo' : `Confirm demo with ${seen.name}`}
        onClose={close}
      >
        {news}
        {closeAction ||
          (seen.state === 'confirmed' ? (
            <RescheduleForm request={seen} onClose={close} />
          ) : (
            <ConfirmForm request={seen} draft={asking?.draft} onClose={close} />
          ))}
      </Dialog>
      <Dialog open={asking?.how === 'cancel'} title={`Cancel demo with ${seen.name}?`} onClose={close}>
        {news}
        {closeAction || <CancelForm request={seen} onClose={close} />}
      </Dialog>
    </>
  )
}

/** Input is kept, unless the new status needs another form. */
function continueLabel({ how, seen }: Asking, { state }: DeskRequest) {
  if (how === 'cancel' || (seen.state === 'confirmed') === (state === 'confirmed')) return 'Continue with my answer'
  return state === 'confirmed' ? 'Reschedule instead' : 'Confirm the new time instead'
}

/** Lists concurrent changes, so that nobody overwrites them unseen. */
function ConcurrentChanges({
  request,
  seen,
  children,
}: {
  request: DeskRequest
  seen: DeskRequest
  children: ReactNode
}) {
  const news = request.history.slice(0, Math.max(0, request.history.length - seen.history.length))
  return (
    <div role="alert" className="mb-5 rounded-md border border-summit bg-summit-pale p-4 text-sm text-summit-ink">
      <p className="font-semibold">This request has changed since you opened it.</p>
      <ul className="mt-1 mb-3">
        {news.map((event) => (
          <li key={`${event.at} ${event.event}`} className="break-words">
            {deskSentence(event)}.
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

/** Converts form texts to the contract's types and omits empty ones. */
function parseAnswer(request: DeskRequest) {
  return ({ startsAt, lengthMinutes, assignee, ...typed }: Record<string, unknown>) => ({
    ...typed,
    version: request.version,
    ...(startsAt ? { startsAt: new Date(String(startsAt)).toISOString() } : {}),
    ...(lengthMinutes === undefined ? {} : { lengthMinutes: Number(lengthMinutes) }),
    ...(assignee ? { assignee } : {}),
  })
}

/** Confirms the requested time with a message. Another time or host is chosen in the dialog, which takes over the input. */
export function ReplyBox({ request }: { request: DeskRequest }) {
  const { user } = useAccount()
  const { currentData } = deskApi.useDeskColleaguesQuery()
  const [confirmDemo] = deskApi.useConfirmDemoMutation()
  const [asking, setAsking] = useState<Asking>()
  const unassigned = currentData?.colleagues.some(({ onDuty }) => onDuty) ? 'in-turn' : user.id
  const { errors, failureText, busy, formProps } = useForm({
    schema: demoConfirmation,
    read: (typed) =>
      parseAnswer(request)({
        ...typed,
        startsAt: request.demoAt,
        lengthMinutes: request.lengthMinutes,
        assignee: request.assignee?.id ?? unassigned,
      }),
    async send(body) {
      await confirmDemo({ request: request.id, body }).unwrap()
      showToast('success', confirmedText(request))
    },
  })

  function suggestAnother() {
    const typed = new FormData(formProps.ref.current ?? undefined)
    const draft = { meetingLink: String(typed.get('meetingLink')), message: String(typed.get('message')) }
    setAsking({ how: 'confirm', seen: request, draft })
  }

  const isWaiting = request.next.includes('confirmed') && request.state !== 'confirmed'
  return (
    <>
      {isWaiting && (
        <form {...formProps} aria-label="Reply" className="flex flex-col gap-3 rounded-lg border border-line p-4">
          <p className="text-xs break-all text-grey">To {request.email}</p>
          <FormMessage failure={failureText} />
          <MessageField errors={errors} />
          <MeetingLinkField request={request} errors={errors} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" size="small" busy={busy}>
              Confirm {inOwnTime(request.demoAt)}
            </Button>
            <Button look="secondary" size="small" onClick={suggestAnother}>
              Suggest another time
            </Button>
          </div>
        </form>
      )}
      {/* Stays open if a colleague answers meanwhile. */}
      <AnswerDialogs request={request} asking={asking} onAsk={setAsking} />
    </>
  )
}

const confirmedText = ({ name }: DeskRequest) => `Confirmed. ${name} gets an email with the time and the link.`

function ConfirmForm({ request, draft, onClose }: Answering & { draft: Draft | undefined }) {
  const [confirmDemo] = deskApi.useConfirmDemoMutation()
  const form = useForm({
    schema: demoConfirmation,
    read: parseAnswer(request),
    async send(body) {
      await confirmDemo({ request: request.id, body }).unwrap()
      onClose()
      showToast('success', confirmedText(request))
    },
  })
  return (
    <AnswerFields
      form={form}
      request={request}
      draft={draft}
      onClose={onClose}
      label="Confirm demo"
      busyLabel="Confirming…"
    >
      <AssigneeField request={request} inTurn />
    </AnswerFields>
  )
}

function RescheduleForm({ request, onClose }: Answering) {
  const [rescheduleDemo] = deskApi.useRescheduleDemoMutation()
  const form = useForm({
    schema: demoMove,
    read: parseAnswer(request),
    async send(body) {
      await rescheduleDemo({ request: request.id, body }).unwrap()
      onClose()
      showToast('success', `Rescheduled. ${request.name} gets an email with the new time.`)
    },
  })
  return (
    <AnswerFields form={form} request={request} onClose={onClose} label="Reschedule" busyLabel="Rescheduling…">
      <AssigneeField request={request} />
    </AnswerFields>
  )
}

function AnswerFields({
  form: { errors, failureText, busy, formProps },
  request,
  draft,
  onClose,
  label,
  busyLabel,
  children,
}: Answering & {
  form: ReturnType<typeof useForm>
  draft?: Draft | undefined
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
        label="Time (your time zone)"
        hint={`${request.name} asked for ${inVisitorTime(request.demoAt, request)} (${clockName(request)}).`}
        defaultValue={localTime(request.demoAt)}
        errors={errors}
      />
      <TextField
        name="lengthMinutes"
        type="number"
        inputMode="numeric"
        min={demoMinutes.least}
        max={demoMinutes.most}
        label="Length in minutes"
        defaultValue={request.lengthMinutes}
        errors={errors}
      />
      {children}
      <MeetingLinkField request={request} draft={draft} errors={errors} />
      <MessageField draft={draft} errors={errors} />
      <SubmitActions label={label} busyLabel={busyLabel} busy={busy} onCancel={onClose} />
    </form>
  )
}

function AssigneeField({
  request,
  inTurn = false,
}: {
  request: DeskRequest
  /** Offers the rotation; otherwise the current assignee can stay. */
  inTurn?: boolean
}) {
  const { user } = useAccount()
  const { currentData } = deskApi.useDeskColleaguesQuery()
  const isAnyoneOnDuty = currentData?.colleagues.some(({ onDuty }) => onDuty)
  const unnamed = inTurn
    ? { value: 'in-turn', words: `Next in rotation${isAnyoneOnDuty ? '' : ' (nobody is on duty)'}` }
    : { value: '', words: 'No change' }
  const first = inTurn && !isAnyoneOnDuty ? user.id : unnamed.value
  return (
    // Remounted once colleagues are loaded, so that the default is among the options.
    <Field key={currentData ? 'known' : 'unknown'} label="Host">
      {(control) => (
        <Select {...control} name="assignee" defaultValue={request.assignee?.id ?? first}>
          <option value={unnamed.value}>{unnamed.words}</option>
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

type FieldProps = { draft?: Draft | undefined; errors: ReadonlyMap<string, string> }

function MeetingLinkField({ request, draft, errors }: FieldProps & { request: DeskRequest }) {
  return (
    <TextField
      name="meetingLink"
      type="url"
      label="Meeting link"
      placeholder="https://"
      defaultValue={draft?.meetingLink ?? request.meetingLink ?? ''}
      errors={errors}
    />
  )
}

function MessageField({ draft, errors }: FieldProps) {
  return (
    <Field label="Message" note="optional" hint="Included in the email to the visitor." error={errors.get('message')}>
      {(control) => (
        <textarea
          {...control}
          name="message"
          rows={3}
          maxLength={2000}
          defaultValue={draft?.message}
          className={controlClass}
        />
      )}
    </Field>
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
      <SubmitActions label="Cancel demo" busyLabel="Canceling…" busy={busy} look="danger" onCancel={onClose} />
    </form>
  )
}
