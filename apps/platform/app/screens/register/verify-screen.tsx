import { accountsApi } from '@sherpa/api-client/accounts'
import { verification } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { FormMessage } from '../../forms/form-message.tsx'
import { PasswordField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { startSession } from '../../session/session.ts'
import { useAppDispatch } from '../../store.ts'
import { SecondFactorStep } from '../log-in/second-factor-step.tsx'
import { NewLink } from './new-link.tsx'

/** Where the link of the first mail leads: with the password that was chosen it confirms the address, and logs in. */
export function Component() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const email = query.get('email') ?? ''
  const [expired, setExpired] = useState(token === '')
  const [ticket, setTicket] = useState<string>()
  const enter = () => navigate('/', { replace: true })
  const { errors, failureText, busy, formProps } = useForm({
    schema: verification,
    read: ({ password }) => ({ token, password }),
    async send(values) {
      const answer = await dispatch(accountsApi.endpoints.verify.initiate(values)).unwrap()
      if ('ticket' in answer) return setTicket(answer.ticket)
      startSession(answer, { stay: false })
      await enter()
    },
    onRefusal({ code }) {
      if (code === 'link-expired') setExpired(true)
      return code === 'link-expired'
    },
  })

  if (expired) return <NewLink email={email} />
  if (ticket) {
    return <SecondFactorStep ticket={ticket} stay={false} onDone={enter} onStartAgain={() => navigate('/login')} />
  }
  return (
    <>
      <ScreenHeading title="Welcome to Sherpa" />
      <p className="mt-2">Enter the password you chose to finish.</p>
      <form {...formProps} className="mt-6 flex flex-col gap-5">
        <FormMessage failure={failureText} />
        {email && (
          <Field label="Email">
            {(control) => (
              <input
                {...control}
                name="email"
                type="email"
                autoComplete="username"
                readOnly
                value={email}
                className={`${controlClass} read-only:bg-snow read-only:text-slate`}
              />
            )}
          </Field>
        )}
        <PasswordField name="password" label="Password" autoComplete="current-password" errors={errors} />
        <Button type="submit" busy={busy}>
          {busy ? 'Confirming…' : 'Confirm and log in'}
        </Button>
      </form>
      <p className="mt-6 text-sm">
        Not the password you chose?{' '}
        <Link to={`/register?${new URLSearchParams({ email })}`} className={textLinkClass}>
          Register again
        </Link>{' '}
        with the same address, and use the newest link.
      </p>
    </>
  )
}
