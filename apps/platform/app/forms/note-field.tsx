import { controlClass, Field } from '@sherpa/ui/field'
import type { ComponentProps } from 'react'

/** An optional note of several lines. */
export function NoteField({
  errors,
  rows = 2,
  ...rest
}: Pick<ComponentProps<'textarea'>, 'rows' | 'maxLength' | 'defaultValue'> & {
  errors: ReadonlyMap<string, string>
}) {
  return (
    <Field label="Note" note="optional" error={errors.get('note')}>
      {(control) => <textarea {...rest} {...control} name="note" rows={rows} className={controlClass} />}
    </Field>
  )
}
