import { accountsApi } from '@sherpa/api-client/accounts'
import { login } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { MessageBox } from '@sherpa/ui/message-box'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import { PlainFormMessage } from '../../../forms/plain-form-message.tsx'
import { EmailField, PasswordField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useArrival } from '../../../frame/arrival.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { startSession } from '../../../session/session.ts'
import { readDevice } from '../../../session/session-storage.ts'

export function PasswordStep({
  email,
  notice,
  onTicket,
}: {
  email: string
  notice: string | undefined
  onTicket: (ticket: string, typed: { email: string; staySignedIn: boolean }) => void
}) {
  const [logIn] = accountsApi.useLogInMutation()
  const arrival = useArrival()
  const { errors, failureText, busy, formProps } = useForm({
    schema: login,
    read: (typed) => ({ ...typed, staySignedIn: typed.staySignedIn === 'on', device: readDevice() }),
    async send(values) {
      const answer = await logIn({ body: values }).unwrap()
      if ('ticket' in answer) onTicket(answer.ticket, values)
      else startSession(answer, { stay: values.staySignedIn })
    },
  })

  return (
    <>
      <ScreenHeading title="Log in" />
      <form {...formProps} className="mt-6 flex flex-col gap-5">
        {arrival?.notice && !failureText && <MessageBox message={{ kind: 'success', text: arrival.notice }} />}
        <PlainFormMessage failure={failureText ?? notice} />
        <EmailField name="email" label="Email" autoComplete="username" defaultValue={email} errors={errors} />
        <PasswordField name="password" label="Password" autoComplete="current-password" errors={errors} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-md:gap-y-6">
          <Checkbox name="staySignedIn">Keep me logged in on this device</Checkbox>
          <Link to="/forgot-password" className={`touch-area ${textLinkClass} text-sm`}>
            Forgot your password?
          </Link>
        </div>
        <Button type="submit" busy={busy}>
          {busy ? 'Logging in…' : 'Log in'}
        </Button>
      </form>
      <p className="mt-6 text-center text-sm">
        New to Sherpa?{' '}
        <Link to={`/register${arrival?.search ?? ''}`} className={textLinkClass}>
          Create an account
        </Link>
      </p>
    </>
  )
}
