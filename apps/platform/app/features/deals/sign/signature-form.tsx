import { type NewSignature, newSignature, signingIntent } from '@sherpa/contracts/deal'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { CheckboxField } from '../../../forms/checkbox-field.tsx'
import { CodeField, codeOf } from '../../../forms/code-field.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { PasswordField, TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { UsernameForManagers } from '../../../forms/username-for-managers.tsx'
import { useAccount } from '../../../frame/account-context.ts'
import { LinkedFile } from '../link/linked-file.tsx'

export function SignatureForm({
  number,
  hash,
  contract,
  send,
}: {
  number: number
  hash: string
  /** Must be opened before one can sign. */
  contract: { name: string; addressOf: () => Promise<string> } | null
  send: (signature: NewSignature) => Promise<unknown>
}) {
  const { secondFactor } = useAccount().user
  const [isRead, setIsRead] = useState(false)
  const mustRead = contract !== null && !isRead
  const { errors, failureText, busy, formProps } = useForm({
    schema: newSignature,
    read: ({ name, agrees, password, code }) => ({
      ...{ number, hash, name, agrees: agrees === 'on' },
      ...(secondFactor ? { code: codeOf(code) } : { password }),
    }),
    send,
  })
  return (
    <Panel title="Your signature">
      <form {...formProps} className="flex max-w-xl flex-col gap-5">
        <div className="text-sm">
          <p>
            You sign by typing your name. As proof of what you signed, Sherpa records your name, the time and a code
            that identifies this exact version. A later version needs your signature again.
          </p>
          <p className="mt-2">
            Sherpa doesn’t give legal advice. If you are not sure, ask someone you trust before you sign.
          </p>
        </div>
        {contract && (
          <div>
            <LinkedFile name={contract.name} addressOf={contract.addressOf} onOpen={() => setIsRead(true)} />
            {mustRead && (
              <p id="read-first" className="text-sm font-medium text-ink">
                Open the contract before you sign.
              </p>
            )}
          </div>
        )}
        <FormMessage failure={failureText} />
        <TextField name="name" label="Your full name" autoComplete="name" maxLength={120} errors={errors} />
        <CheckboxField name="agrees" errors={errors}>
          {signingIntent}
        </CheckboxField>
        {secondFactor ? (
          <CodeField errors={errors} />
        ) : (
          <>
            <UsernameForManagers />
            <PasswordField name="password" label="Your password" autoComplete="current-password" errors={errors} />
          </>
        )}
        <div>
          <Button
            type="submit"
            busy={busy}
            disabled={mustRead}
            aria-describedby={mustRead ? 'read-first' : undefined}
            className="max-sm:w-full"
          >
            {busy ? 'Signing…' : `Sign version ${number}`}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
