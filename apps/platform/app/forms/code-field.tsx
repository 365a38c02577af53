import { TextField } from './text-field.tsx'

/** A code of the second factor, as proof of identity. */
export function CodeField({ errors }: { errors: ReadonlyMap<string, string> }) {
  return (
    <TextField
      name="code"
      label="6-digit code or recovery code"
      hint="From your authenticator app."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      errors={errors}
    />
  )
}

/** Apps show codes with a space in the middle. */
export const codeOf = (typed: unknown) => String(typed).replaceAll(' ', '')
