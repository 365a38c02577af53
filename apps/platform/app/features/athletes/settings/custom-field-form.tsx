import {
  type CustomField,
  type CustomFieldKind,
  customFieldKinds,
  type NewCustomField,
  newCustomField,
} from '@sherpa/contracts/athlete'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { useState } from 'react'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'

/** Adds or edits a field. The type of an existing field is fixed. */
export function CustomFieldForm({
  field,
  send,
  onCancel,
}: {
  field?: CustomField
  send: (field: NewCustomField) => Promise<unknown>
  onCancel: () => void
}) {
  const [kind, setKind] = useState<CustomFieldKind>(field?.kind ?? 'text')
  const { errors, failureText, busy, formProps } = useForm({
    schema: newCustomField,
    read: ({ name, choices }) => ({ name, kind, choices: linesOf(choices) }),
    send,
  })
  // An error in one choice is shown for the whole field.
  const wrongChoice = errors.get('choices') ?? [...errors].find(([name]) => name.startsWith('choices.'))?.[1]
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      <TextField
        name="name"
        label="Name"
        defaultValue={field?.name}
        maxLength={60}
        autoComplete="off"
        errors={errors}
      />
      {!field && (
        <Field label="Type" error={errors.get('kind')} hint="The type can’t be changed later.">
          {(control) => (
            <Select
              {...control}
              name="kind"
              value={kind}
              onChange={({ target }) => setKind(target.value as CustomFieldKind)}
            >
              {Object.entries(customFieldKinds).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {kind === 'choice' && (
        <Field
          label="Choices"
          error={wrongChoice}
          hint={field ? 'One per line. Athletes keep a removed choice until someone changes it.' : 'One per line.'}
        >
          {(control) => (
            <textarea
              {...control}
              name="choices"
              rows={6}
              defaultValue={field?.choices.join('\n')}
              className={controlClass}
            />
          )}
        </Field>
      )}
      <SubmitActions
        label={field ? 'Save' : 'Add field'}
        busyLabel={field ? 'Saving…' : 'Adding…'}
        busy={busy}
        onCancel={onCancel}
      />
    </form>
  )
}

function linesOf(text: unknown) {
  const lines = String(text ?? '').split('\n')
  return lines.map((line) => line.trim()).filter(Boolean)
}
