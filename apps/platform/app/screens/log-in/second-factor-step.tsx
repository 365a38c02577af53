import { accountsApi } from '@sherpa/api-client/accounts'
import { accountMessages, secondFactorLogin } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { FormMessage } from '../../forms/form-message.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { startSession } from '../../session/session.ts'
import { useAppDispatch } from '../../store.ts'

type Way = 'app' | 'recovery-code'

export function SecondFactorStep({
  ticket,
  stay,
  onDone,
  onStartAgain,
}: {
  ticket: string
  stay: boolean
  onDone?: () => void
  onStartAgain: (notice?: string) => void
}) {
  const dispatch = useAppDispatch()
  const [way, setWay] = useState<Way>('app')
  const { errors, failureText, busy, formProps } = useForm({
    schema: secondFactorLogin,
    read: ({ code }) => ({ ticket, code: way === 'app' ? String(code).replaceAll(' ', '') : code }),
    async send(values) {
      startSession(await dispatch(accountsApi.endpoints.logInWithSecondFactor.initiate(values)).unwrap(), { stay })
      onDone?.()
    },
    onRefusal({ code }) {
      if (code === 'link-expired') onStartAgain('That took a little too long, or too many tries. Please log in again.')
      return code === 'link-expired'
    },
  })
  const wrong =
    errors.has('code') && way === 'recovery-code' ? new Map([['code', accountMessages.recoveryCodeInvalid]]) : errors

  return (
    <>
      <ScreenHeading title="One more step" />
      <p className="mt-2 text-sm">
        {way === 'app'
          ? 'Open your authenticator app and enter the code that it shows for Sherpa.'
          : 'Enter one of the recovery codes that you kept when you set up the second step. Each works once.'}
      </p>
      <form {...formProps} className="mt-6 flex flex-col gap-5">
        <FormMessage failure={failureText} />
        {way === 'app' ? (
          <TextField
            key="app"
            name="code"
            label="Code from your app"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            errors={wrong}
          />
        ) : (
          <TextField
            key="recovery-code"
            name="code"
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            errors={wrong}
          />
        )}
        <Button type="submit" busy={busy}>
          {busy ? 'Checking…' : 'Continue'}
        </Button>
      </form>
      <div className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-2 text-sm">
        <button
          type="button"
          onClick={() => setWay(way === 'app' ? 'recovery-code' : 'app')}
          className={`${textLinkClass} cursor-pointer`}
        >
          {way === 'app' ? 'Use a recovery code' : 'Use the code from your app'}
        </button>
        <button type="button" onClick={() => onStartAgain()} className={`${textLinkClass} cursor-pointer`}>
          Start again
        </button>
      </div>
    </>
  )
}
