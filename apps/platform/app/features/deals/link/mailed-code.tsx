import { dealLinksApi } from '@sherpa/api-client/deal-links'
import { CODE_MINUTES } from '@sherpa/contracts/deal-link'
import { useState } from 'react'
import { failureOf } from '../../../forms/failure.ts'
import { TextField } from '../../../forms/text-field.tsx'

/** Sends codes for a link. Another dialog within ten minutes uses the same code. */
export function useMailedCode(token: string) {
  const [sendCode] = dealLinksApi.useSendLinkCodeMutation()
  const [sent, setSent] = useState<{ at: number; to: string }>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send() {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { maskedEmail } = await sendCode({ body: { token } }).unwrap()
      setSent({ at: Date.now(), to: maskedEmail })
    } catch (error) {
      setFailure(failureOf(error).text)
    } finally {
      setBusy(false)
    }
  }

  return {
    sent,
    failure,
    busy,
    send,
    sendIfNeeded: () => (sent && Date.now() - sent.at < CODE_MINUTES * 60_000 ? undefined : void send()),
    /** A code works once. */
    forget: () => setSent(undefined),
  }
}
export type MailedCode = ReturnType<typeof useMailedCode>

export function MailedCodeField({ code, errors }: { code: MailedCode; errors: ReadonlyMap<string, string> }) {
  const { sent, failure, busy, send } = code
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        name="code"
        label="Code from your email"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        errors={errors}
      />
      <p role="status" className="text-sm text-grey">
        {busy ? 'Sending a code…' : sent ? `Sent to ${sent.to}. It works for ${CODE_MINUTES} minutes. ` : ''}
        {failure && <span className="font-medium text-error">{failure} </span>}
        {!busy && (
          <button
            type="button"
            onClick={() => void send()}
            className="touch-area cursor-pointer text-glacier underline"
          >
            {sent ? 'Send again' : 'Send code'}
          </button>
        )}
      </p>
    </div>
  )
}

/** Mail programs show codes with a space in the middle. */
export const digitsOf = (typed: unknown) => String(typed).replaceAll(' ', '')
