import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import type { ComponentProps } from 'react'

/** A choice among named options, with its label. */
export function SelectField({
  label,
  note,
  hint,
  error,
  options,
  ...rest
}: Omit<ComponentProps<typeof Field>, 'children'> &
  ComponentProps<typeof Select> & {
    /** Names by value. */
    options: Readonly<Record<string, string>>
  }) {
  return (
    <Field label={label} note={note} hint={hint} error={error}>
      {(control) => (
        <Select {...rest} {...control}>
          {Object.entries(options).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
