import { dealLinksApi } from '@sherpa/api-client/deal-links'
import {
  type LinkedDeal,
  linkSigningIntent,
  newLinkAnswer,
  newLinkRefusal,
  newLinkSignature,
  newReassignment,
} from '@sherpa/contracts/deal-link'
import { isSameCompanyDomain } from '@sherpa/contracts/mail-domain'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { CheckboxField } from '../../../forms/checkbox-field.tsx'
import { failureOf } from '../../../forms/failure.ts'
import { PlainFormMessage } from '../../../forms/plain-form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { EmailField, TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { digitsOf, type MailedCode, MailedCodeField } from './mailed-code.tsx'

export type Answer = 'sign' | 'changes' | 'decline' | 'reassign'
type Details = NonNullable<LinkedDeal['details']>
type Props = {
  token: string
  details: Details
  code: MailedCode
  onClose: () => void
  onDone: (device?: string) => void
}

/** The answers of a company. Each needs a code by mail. */
export function AnswerDialog({ answer, ...props }: Props & { answer: Answer | undefined }) {
  const { shared } = props.details
  const titles = {
    sign: `Sign version ${shared?.number}`,
    changes: 'Ask for changes',
    decline: `Decline version ${shared?.number}?`,
    reassign: `Someone else signs for ${shared?.company}`,
  }
  return (
    <Dialog open={answer !== undefined} size="sheet" title={answer ? titles[answer] : ''} onClose={props.onClose}>
      {answer === 'sign' && <SignForm {...props} />}
      {answer === 'changes' && <ChangesForm {...props} />}
      {answer === 'decline' && <DeclineForm {...props} />}
      {answer === 'reassign' && <ReassignForm {...props} />}
    </Dialog>
  )
}

function SignForm({ token, details, code, onClose, onDone }: Props) {
  const [sign] = dealLinksApi.useSignByLinkMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newLinkSignature,
    read: (typed) => ({
      ...{ token, hash: details.hash, name: typed.name, title: typed.title },
      ...{ agrees: typed.agrees === 'on', code: digitsOf(typed.code) },
    }),
    async send(body) {
      const { device } = await sign({ body }).unwrap()
      onDone(device)
    },
  })
  const { recipient, shared } = details
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <PlainFormMessage failure={failureText} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="name"
          label="Your full name"
          autoComplete="name"
          maxLength={120}
          defaultValue={recipient.name}
          errors={errors}
        />
        <TextField
          name="title"
          label="Title"
          autoComplete="organization-title"
          maxLength={80}
          defaultValue={recipient.title ?? ''}
          errors={errors}
        />
      </div>
      <CheckboxField name="agrees" errors={errors}>
        {linkSigningIntent.replace('the company', shared?.company ?? 'the company')}
      </CheckboxField>
      <MailedCodeField code={code} errors={errors} />
      <p className="text-xs text-grey">
        We record your name, email, device, the time and the document’s fingerprint{' '}
        <span className="break-all">{details.hash}</span>. You get a copy by email once all parties have signed.
      </p>
      <SubmitActions label="Sign" busyLabel="Signing…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function ChangesForm({ token, details, code, onClose, onDone }: Props) {
  const [ask] = dealLinksApi.useRequestChangesByLinkMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newLinkAnswer,
    read: ({ text, code }) => ({ token, text, code: digitsOf(code) }),
    async send(body) {
      await ask({ body }).unwrap()
      onDone()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <PlainFormMessage failure={failureText} />
      <Field label="What would you change?" error={errors.get('text')}>
        {(control) => <textarea {...control} name="text" rows={4} maxLength={2000} className={controlClass} />}
      </Field>
      <p className="text-sm">
        Goes to {details.lead?.name ?? 'the organization'}. Signing pauses. You get a new link for the next version.
      </p>
      <MailedCodeField code={code} errors={errors} />
      <SubmitActions label="Send request" busyLabel="Sending…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function DeclineForm({ token, details, code, onClose, onDone }: Props) {
  const [decline] = dealLinksApi.useDeclineByLinkMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newLinkRefusal,
    read: ({ text, code }) => ({ token, text: String(text).trim() || null, code: digitsOf(code) }),
    async send(body) {
      await decline({ body }).unwrap()
      onDone()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <PlainFormMessage failure={failureText} />
      <p className="text-sm">{details.lead?.name ?? 'The organization'} is told that you declined.</p>
      <Field label="Reason" note="optional" error={errors.get('text')}>
        {(control) => <textarea {...control} name="text" rows={3} maxLength={2000} className={controlClass} />}
      </Field>
      <MailedCodeField code={code} errors={errors} />
      <SubmitActions label="Decline" busyLabel="Declining…" look="danger" busy={busy} onCancel={onClose} />
    </form>
  )
}

function ReassignForm({ token, details, code, onClose, onDone }: Props) {
  const [reassign] = dealLinksApi.useReassignLinkMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newReassignment,
    read: ({ name, title, email, code }) => ({
      ...{ token, name, title: String(title).trim() || null, email, code: digitsOf(code) },
    }),
    async send(body) {
      try {
        await reassign({ body }).unwrap()
      } catch (error) {
        // This refusal uses the code up.
        if (failureOf(error).code === 'address-not-accepted') code.forget()
        throw error
      }
      onDone()
    },
  })
  const { maskedEmail } = details.recipient
  const contact = details.lead?.name ?? 'the organization'
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <PlainFormMessage failure={failureText} />
      <p className="text-sm">
        {isSameCompanyDomain(maskedEmail, maskedEmail)
          ? `An address at ${maskedEmail.split('@')[1]} gets a link at once, and yours closes. Any other address waits until ${contact} confirms it.`
          : `Their link is sent once ${contact} confirms the address. Then yours closes.`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="name" label="Their name" autoComplete="off" maxLength={120} errors={errors} />
        <TextField name="title" label="Their title" note="optional" autoComplete="off" maxLength={80} errors={errors} />
      </div>
      <EmailField name="email" label="Their email" autoComplete="off" errors={errors} />
      <MailedCodeField code={code} errors={errors} />
      <SubmitActions label="Name signer" busyLabel="Sending…" busy={busy} onCancel={onClose} />
    </form>
  )
}
