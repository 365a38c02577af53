import { accountsApi } from '@sherpa/api-client/accounts'
import { accountMessages, secondFactorLogin } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { PlainFormMessage } from '../../../forms/plain-form-message.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { startSession } from '../../../session/session.ts'
import { readDevice } from '../../../session/session-storage.ts'

type Way = 'app' | 'recovery-code'

type SecondStep = {
  ticket: string
  stay: boolean
  onStartAgain: (notice?: string) => void
}

const words = {
  app: {
    lead: 'Enter the 6-digit code from your authenticator app.',
    other: 'Use a recovery code',
  },
  'recovery-code': {
    lead: 'Enter one of the recovery codes you saved. Each code works once.',
    other: 'Use your authenticator app',
  },
}

export function SecondFactorStep(step: SecondStep) {
  const [way, setWay] = useState<Way>('app')
  return (
    <>
      <ScreenHeading title="Two-factor authentication" />
      <p className="mt-2 text-sm">{words[way].lead}</p>
      {/* Each way begins anew: what was wrong with one says nothing about the other. */}
      <CodeForm key={way} way={way} {...step} />
      <div className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-2 text-sm">
        <button
          type="button"
          onClick={() => setWay(way === 'app' ? 'recovery-code' : 'app')}
          className={`${textLinkClass} cursor-pointer`}
        >
          {words[way].other}
        </button>
        <button type="button" onClick={() => step.onStartAgain()} className={`${textLinkClass} cursor-pointer`}>
          Back to log in
        </button>
      </div>
    </>
  )
}

function CodeForm({ way, ticket, stay, onStartAgain }: SecondStep & { way: Way }) {
  const [finishLogIn] = accountsApi.useFinishLogInMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: secondFactorLogin,
    read: ({ code }) => ({
      ticket,
      code: way === 'app' ? String(code).replaceAll(' ', '') : code,
      device: readDevice(),
    }),
    async send(values) {
      startSession(await finishLogIn({ body: values }).unwrap(), { stay })
    },
    onRefusal({ code }) {
      if (code === 'link-expired') onStartAgain('That took too long, or too many tries. Log in again.')
      return code === 'link-expired'
    },
  })
  const wrong =
    errors.has('code') && way === 'recovery-code' ? new Map([['code', accountMessages.recoveryCodeInvalid]]) : errors

  return (
    <form {...formProps} className="mt-6 flex flex-col gap-5">
      <PlainFormMessage failure={failureText} />
      {way === 'app' ? (
        <TextField
          name="code"
          label="6-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          errors={wrong}
        />
      ) : (
        <TextField
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
  )
}
