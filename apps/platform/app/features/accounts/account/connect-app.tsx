import { accountsApi } from '@sherpa/api-client/accounts'
import { type SecondFactorSetup, secondFactorCode } from '@sherpa/contracts/account'
import { Button } from '@sherpa/ui/button'
import { encode } from 'uqr'
import { FormMessage } from '../../../forms/form-message.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'

/** Shows the TOTP secret and verifies the first code. */
export function ConnectApp({
  setup: { uri, secret },
  onDone,
  onCancel,
}: {
  setup: SecondFactorSetup
  onDone: () => void
  onCancel: () => void
}) {
  const [turnOnSecondFactor] = accountsApi.useTurnOnSecondFactorMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: secondFactorCode,
    read: ({ code }) => ({ code: String(code).replaceAll(' ', '') }),
    async send(values) {
      await turnOnSecondFactor({ body: values }).unwrap()
      onDone()
    },
  })
  return (
    <div className="grid gap-6 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-8">
      <QrCode text={uri} />
      <form {...formProps} className="flex flex-col gap-5">
        <div className="text-sm">
          <p>Scan this QR code with your authenticator app. Can’t scan it? Enter this key:</p>
          <p className="mt-1 font-mono font-semibold text-ink select-all">{inGroups(secret)}</p>
        </div>
        <FormMessage failure={failureText} />
        <TextField
          name="code"
          label="6-digit code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          errors={errors}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {busy ? 'Checking…' : 'Turn on'}
          </Button>
          <Button look="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  )
}

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-48 rounded-sm border border-line bg-paper"
    >
      <path d={squares.join('')} className="fill-paper-ink" />
    </svg>
  )
}

/** Groups of four are easier to type. */
function inGroups(secret: string) {
  return secret.match(/.{1,4}/g)?.join(' ')
}
