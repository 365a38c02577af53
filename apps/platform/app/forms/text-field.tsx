import { controlClass, Field } from '@sherpa/ui/field'
import { PasswordInput } from '@sherpa/ui/password-input'
import type { ComponentProps, ReactNode } from 'react'

type FieldProps = {
  name: string
  label: string
  note?: string
  hint?: ReactNode
  /** Errors by field name. */
  errors: ReadonlyMap<string, string>
}

/** A text input with its label. */
export function TextField({
  name,
  label,
  note,
  hint,
  errors,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <Field label={label} note={note} hint={hint} error={errors.get(name)}>
      {(control) => <input {...rest} {...control} name={name} className={controlClass} />}
    </Field>
  )
}

export function EmailField(props: FieldProps & Pick<ComponentProps<'input'>, 'defaultValue' | 'autoComplete'>) {
  return (
    <TextField
      autoComplete="email"
      {...props}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  )
}

export function PasswordField({
  name,
  label,
  hint,
  errors,
  autoComplete,
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  return (
    <Field label={label} hint={hint} error={errors.get(name)}>
      {(control) => <PasswordInput {...control} name={name} autoComplete={autoComplete} maxLength={200} />}
    </Field>
  )
}

export const newPasswordHint = 'At least 12 characters. A few unrelated words work well.'
