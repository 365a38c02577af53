import { accountsApi } from '@sherpa/api-client/accounts'
import { accountMessages, secondFactorLogin } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { codeOf } from '../../../forms/code-field.tsx'
import { PlainFormMessage } from '../../../forms/plain-form-message.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { startSession } from '../../../session/session.ts'
import { readDevice } from '../../../session/session-storage.ts'

type Method = 'app' | 'recovery-code'

type SecondStep = {
  ticket: string
  stay: boolean
  onStartAgain: (notice?: string) => void
}

const words = {
  app: {
    lead: 'Enter the 6-digit code from your authenticator app.',
    other: 'Use a recovery code',
    invalid: accountMessages.codeInvalid,
  },
  'recovery-code': {
    lead: 'Enter one of the recovery codes you saved. Each code works once.',
    other: 'Use your authenticator app',
    invalid: accountMessages.recoveryCodeInvalid,
  },
}

export function SecondFactorStep(step: SecondStep) {
  const [method, setMethod] = useState<Method>('app')
  return (
    <>
      <ScreenHeading title="Two-factor authentication" />
      <p className="mt-2 text-sm">{words[method].lead}</p>
      {/* Remounted on change, so that errors of one method don't show for the other. */}
      <CodeForm key={method} method={method} {...step} />
      <div className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-2 text-sm">
        <button
          type="button"
          onClick={() => setMethod(method === 'app' ? 'recovery-code' : 'app')}
          className={`${textLinkClass} cursor-pointer`}
        >
          {words[method].other}
        </button>
        <button type="button" onClick={() => step.onStartAgain()} className={`${textLinkClass} cursor-pointer`}>
          Back to log in
        </button>
      </div>
    </>
  )
}

function CodeForm({ method, ticket, stay, onStartAgain }: SecondStep & { method: Method }) {
  const [finishLogIn] = accountsApi.useFinishLogInMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: secondFactorLogin,
    read: ({ code }) => ({
      ticket,
      code: codeOf(code),
      device: readDevice(),
    }),
    async send(values) {
      startSession(await finishLogIn({ body: values }).unwrap(), { stay })
    },
    onRefusal({ code }) {
      if (code === 'link-expired') onStartAgain('Your log-in attempt has expired. Log in again.')
      return code === 'link-expired'
    },
  })
  const wrong = errors.has('code') ? new Map([['code', words[method].invalid]]) : errors

  return (
    <form {...formProps} className="mt-6 flex flex-col gap-5">
      <PlainFormMessage failure={failureText} />
      {method === 'app' ? (
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
