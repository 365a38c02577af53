import { Checkbox } from '@sherpa/ui/choice'
import { type ReactNode, useId } from 'react'

/** A required checkbox with its error. */
export function CheckboxField({
  name,
  errors,
  children,
}: {
  name: string
  errors: ReadonlyMap<string, string>
  children: ReactNode
}) {
  const id = useId()
  const error = errors.get(name)
  return (
    <div className="flex flex-col gap-1.5">
      <Checkbox
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {children}
      </Checkbox>
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-error">
          {error}
        </p>
      )}
    </div>
  )
}
