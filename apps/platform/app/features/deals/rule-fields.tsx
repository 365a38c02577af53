import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import type { ComponentProps } from 'react'

type Shared = {
  label: string
  note?: string
  error: string | undefined
  isWide?: boolean
}

export function RuleText({
  label,
  note,
  error,
  isWide = false,
  value,
  onChange,
  ...rest
}: Shared & {
  value: string
  onChange: (value: string) => void
} & Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'maxLength' | 'placeholder'>) {
  return (
    <div className={isWide ? 'wide' : ''}>
      <Field label={label} note={note} error={error}>
        {(control) => (
          <input
            autoComplete="off"
            {...rest}
            {...control}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            className={controlClass}
          />
        )}
      </Field>
    </div>
  )
}

export function RuleChoice<Value extends string>({
  label,
  note,
  error,
  isWide = false,
  value,
  options,
  onChange,
}: Shared & {
  value: Value
  /** Labels by value. */
  options: Readonly<Partial<Record<Value, string>>>
  onChange: (value: Value) => void
}) {
  return (
    <div className={isWide ? 'wide' : ''}>
      <Field label={label} note={note} error={error}>
        {(control) => (
          <Select {...control} value={value} onChange={({ target }) => onChange(target.value as Value)}>
            {Object.entries<string | undefined>(options).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
