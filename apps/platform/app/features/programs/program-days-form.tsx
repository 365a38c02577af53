import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import type { output, ZodMiniType } from 'zod/mini'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useToday } from '../../frame/use-today.ts'

/** First and last day, and for a new entry whom or what it is about. */
export function ProgramDaysForm<Schema extends ZodMiniType>({
  schema,
  choice,
  given,
  days,
  send,
  onCancel,
}: {
  schema: Schema
  choice?: { name: string; label: string; options: readonly { id: string; name: string }[] }
  /** Values that are not typed. */
  given?: Record<string, string>
  days?: { startsOn: string; endsOn: string | null } | undefined
  send: (values: output<Schema>) => Promise<unknown>
  onCancel: () => void
}) {
  const today = useToday()
  const { errors, failureText, busy, formProps } = useForm({
    schema,
    read: ({ endsOn, ...typed }) => ({ ...given, ...typed, endsOn: endsOn || null }),
    send,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      {choice && (
        <Field label={choice.label} error={errors.get(choice.name)}>
          {(control) => (
            <Select {...control} name={choice.name}>
              {choice.options.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <TextField name="startsOn" type="date" label="First day" defaultValue={days?.startsOn ?? today} errors={errors} />
      <TextField
        name="endsOn"
        type="date"
        label="Last day"
        note="optional"
        hint="Access ends after this day."
        defaultValue={days?.endsOn ?? ''}
        errors={errors}
      />
      <SubmitActions
        label={days ? 'Save' : 'Add'}
        busyLabel={days ? 'Saving…' : 'Adding…'}
        busy={busy}
        onCancel={onCancel}
      />
    </form>
  )
}
