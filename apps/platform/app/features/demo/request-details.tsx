import { deskApi } from '@sherpa/api-client/desk'
import { assignableStates, type DeskRequest, demoMailStates, newDeskNote } from '@sherpa/contracts/desk'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { Select } from '@sherpa/ui/select'
import { textLinkClass } from '@sherpa/ui/text-link'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { mailto } from '../../data/mailto.ts'
import { Ago, Moment } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useAccount } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { AnswerDialogs, type Asking, ReplyBox } from './answer-dialogs.tsx'
import { BothClocks } from './both-clocks.tsx'
import { deskSentence } from './desk-sentence.ts'
import { PromiseBadge } from './promise-badge.tsx'
import { StateBadge } from './state-badge.tsx'

/** Company, status and time left. */
export function RequestState({ request, now }: { request: DeskRequest; now: Date }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {request.company && <span className="min-w-0 break-words">{request.company}</span>}
      <StateBadge state={request.state} />
      <PromiseBadge request={request} now={now} />
    </span>
  )
}

/** A demo request: two columns as a page, one column in the panel. */
export function RequestDetails({ request, now, columns }: { request: DeskRequest; now: Date; columns: 'one' | 'two' }) {
  return (
    <div className={columns === 'two' ? 'home-columns' : 'flex flex-col gap-7'}>
      <div className="flex min-w-0 flex-col gap-7">
        {request.state === 'quarantined' && <SpamCheck request={request} />}
        <BothClocks at={request.demoAt} clock={request} now={now} />
        {request.additionalInfo && (
          <blockquote className="border-l-2 border-line pl-4 whitespace-pre-wrap break-words text-ink">
            {request.additionalInfo}
          </blockquote>
        )}
        <ReplyBox request={request} />
        <Facts request={request} />
        <Mails request={request} />
        <Earlier request={request} />
      </div>
      <div className="flex min-w-0 flex-col gap-7">
        <Notes request={request} />
        <History request={request} />
      </div>
    </div>
  )
}

export function RequestActions({ request }: { request: DeskRequest }) {
  const { id, version, next } = request
  const [asking, setAsking] = useState<Asking>()
  const [markHeld] = deskApi.useMarkHeldMutation()
  const [markNoShow] = deskApi.useMarkNoShowMutation()
  const [release] = deskApi.useReleaseDemoRequestMutation()
  const [reject] = deskApi.useRejectDemoRequestMutation()
  const { busy, run } = useAction()
  const move = { request: id, body: { version } }
  const may = (state: DeskRequest['state']) => next.includes(state)
  const hasBegun = new Date(request.demoAt) <= new Date()
  return (
    <span className="flex flex-wrap gap-2">
      {may('requested') && (
        <Button
          size="small"
          busy={busy}
          onClick={() => run(() => release(move).unwrap(), 'Released. The visitor gets the confirmation email.')}
        >
          Release
        </Button>
      )}
      {may('rejected') && (
        <Button
          look="secondary"
          size="small"
          busy={busy}
          onClick={() => run(() => reject(move).unwrap(), 'Rejected. No email is sent.')}
        >
          Reject
        </Button>
      )}
      {may('held') && hasBegun && (
        <>
          <Button size="small" busy={busy} onClick={() => run(() => markHeld(move).unwrap(), 'Marked as held.')}>
            Mark as held
          </Button>
          <Button
            look="secondary"
            size="small"
            busy={busy}
            onClick={() => run(() => markNoShow(move).unwrap(), 'Marked as no-show.')}
          >
            Mark as no-show
          </Button>
        </>
      )}
      {may('confirmed') && request.state === 'confirmed' && (
        <Button look="secondary" size="small" onClick={() => setAsking({ how: 'confirm', seen: request })}>
          Reschedule
        </Button>
      )}
      {may('canceled') && (
        <Button look="secondary" size="small" onClick={() => setAsking({ how: 'cancel', seen: request })}>
          Cancel demo
        </Button>
      )}
      <AnswerDialogs request={request} asking={asking} onAsk={setAsking} />
    </span>
  )
}

function SpamCheck({ request: { quarantineReason } }: { request: DeskRequest }) {
  return (
    <p className="rounded-md border border-summit bg-summit-pale p-4 text-sm text-summit-ink">
      This request looks like spam{quarantineReason && `: ${quarantineReason}`}. No email was sent to the visitor.
      Release it if it is genuine; otherwise reject it.
    </p>
  )
}

function Facts({ request }: { request: DeskRequest }) {
  const { email, phone, meetingLink, quarantineReason, reference, createdAt, dueAt, lengthMinutes } = request
  const { erasedAt, erasedOn } = request
  return (
    <Panel title="Details">
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-y-2 text-sm">
        <Fact name="Email">
          {email && (
            <a href={mailto(email)} className={`${textLinkClass} break-all`}>
              {email}
            </a>
          )}
        </Fact>
        <Fact name="Phone">{phone}</Fact>
        <Fact name="Assignee">
          <Assignee request={request} />
        </Fact>
        <Fact name="Requested">
          <Moment at={createdAt} />
        </Fact>
        <Fact name="Answer by">
          <Moment at={dueAt} />
        </Fact>
        <Fact name="Length">{lengthMinutes} minutes</Fact>
        <Fact name="Meeting link">
          {meetingLink && (
            <a href={meetingLink} rel="noreferrer" target="_blank" className={`${textLinkClass} break-all`}>
              {meetingLink}
            </a>
          )}
        </Fact>
        <Fact name="Spam check">{request.state !== 'quarantined' && quarantineReason}</Fact>
        <Fact name="Reference">{reference}</Fact>
        <Fact name={erasedAt ? 'Data erased' : 'Data kept until'}>
          <Moment at={erasedAt ?? erasedOn} />
        </Fact>
      </dl>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt className="text-grey">{name}</dt>
      <dd className="min-w-0 break-words text-ink">{children}</dd>
    </>
  )
}

function Assignee({ request: { id, version, state, assignee } }: { request: DeskRequest }) {
  const { user } = useAccount()
  const { currentData } = deskApi.useDeskColleaguesQuery()
  const [assign] = deskApi.useAssignDemoRequestMutation()
  const { busy, run } = useAction()
  const assignTo = (colleague: string | null) =>
    run(() => assign({ request: id, body: { version, assignee: colleague } }).unwrap(), 'Saved.')
  if (!(assignableStates as readonly string[]).includes(state)) return assignee?.name ?? 'Unassigned'
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 max-w-72 flex-1 basis-40">
        <Select
          size="small"
          aria-label="Assignee"
          aria-disabled={busy}
          value={assignee?.id ?? ''}
          onChange={({ target }) => assignTo(target.value || null)}
        >
          <option value="">Unassigned</option>
          {currentData?.colleagues.map((colleague) => (
            <option key={colleague.id} value={colleague.id}>
              {colleague.name}
            </option>
          ))}
        </Select>
      </span>
      {!assignee && (
        <Button look="secondary" size="small" busy={busy} onClick={() => assignTo(user.id)}>
          Assign to me
        </Button>
      )}
    </span>
  )
}

function Mails({ request: { id, mails, erasedAt } }: { request: DeskRequest }) {
  const [resend] = deskApi.useResendDeskMailMutation()
  const { busy, run } = useAction()
  return (
    <Panel title="Email">
      {mails.length === 0 && <p className="text-sm text-grey">No email about this request.</p>}
      <ul className="divide-y divide-line-soft text-sm">
        {mails.map((mail) => (
          <li key={mail.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="block text-ink">{mail.title}</span>
              <span className="block text-xs text-grey">
                {demoMailStates[mail.state]}
                {mail.sentAt && (
                  <>
                    {' '}
                    <Ago at={mail.sentAt} inSentence />
                  </>
                )}
                {mail.reason && `: ${mail.reason}`}
              </span>
            </span>
            {mail.mayResend && !erasedAt && (
              <Button
                look="secondary"
                size="small"
                busy={busy}
                aria-label={`${mail.state === 'queued' ? 'Send now' : 'Resend'}: ${mail.title}`}
                onClick={() => run(() => resend({ request: id, body: { mail: mail.id } }).unwrap(), 'Email queued.')}
              >
                {mail.state === 'queued' ? 'Send now' : 'Resend'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Earlier({ request: { earlier } }: { request: DeskRequest }) {
  if (earlier.length === 0) return null
  return (
    <Panel title="Earlier requests" lead="From the same email address or company.">
      <ul className="divide-y divide-line-soft text-sm">
        {earlier.map(({ id, name, reference, createdAt, state }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2">
            <Link to={`/staff/desk/${id}`} className={textLinkClass}>
              {name || reference}
            </Link>
            <span className="flex items-center gap-3">
              <StateBadge state={state} />
              <Ago at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Notes({ request: { id, notes, erasedAt } }: { request: DeskRequest }) {
  const [addNote] = deskApi.useAddDeskNoteMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newDeskNote,
    async send(body) {
      await addNote({ request: id, body }).unwrap()
      formProps.ref.current?.reset()
    },
  })
  return (
    <Panel title="Notes" lead="Visible to staff only.">
      {erasedAt ? (
        <p className="text-sm text-grey">The visitor’s data and all notes were erased.</p>
      ) : (
        <form {...formProps} className="flex flex-col gap-3">
          <FormMessage failure={failureText} />
          <Field label="New note" error={errors.get('text')}>
            {(control) => <textarea {...control} name="text" rows={2} maxLength={5000} className={controlClass} />}
          </Field>
          <Button type="submit" look="secondary" size="small" busy={busy} className="self-start">
            Add note
          </Button>
        </form>
      )}
      <ul className="mt-4 flex flex-col gap-4 text-sm">
        {notes.map((note) => (
          <li key={note.id} className="flex gap-3">
            <Avatar name={note.author?.name ?? '?'} />
            <div className="min-w-0">
              <p className="text-xs text-grey">
                {note.author?.name ?? 'A former colleague'}, <Ago at={note.at} inSentence />
              </p>
              <p className="whitespace-pre-wrap break-words text-ink">{note.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function History({ request }: { request: DeskRequest }) {
  return (
    <Panel title="History">
      <ol className="flex flex-col gap-3 text-sm">
        {request.history.map((event) => (
          <li key={`${event.at} ${event.event}`} className="flex justify-between gap-4">
            <span className="min-w-0 break-words text-ink">{deskSentence(event)}</span>
            <span className="shrink-0 text-xs text-grey">
              <Ago at={event.at} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
