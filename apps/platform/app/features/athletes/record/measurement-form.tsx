import { athletesApi } from '@sherpa/api-client/athletes'
import { type Measurement, newMeasurement } from '@sherpa/contracts/athlete'
import {
  type Measurable,
  measurableIds,
  measurables,
  readMeasurable,
  showMeasurable,
} from '@sherpa/contracts/measurable'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useToday } from '../../../frame/use-today.ts'

export type MeasurementProps = {
  athlete: string
  /** The one to change; without it, a new one is added. */
  measurement?: Measurement | undefined
  onClose: () => void
}

/** Examples per unit. */
const examples = {
  height: 'For example, 6\'3", 75 in or 1.91 m',
  inches: 'For example, 27.5 in or 70 cm',
  weight: 'For example, 141 lb or 64 kg',
  seconds: 'Seconds, for example 10.9',
  mph: 'For example, 92 mph or 148 km/h',
}

/** Adds a measurement, or changes one. */
export function MeasurementForm({ athlete, measurement, onClose }: MeasurementProps) {
  const { id: organization } = useOrganization()
  const [kind, setKind] = useState<Measurable>(measurement?.kind ?? 'height')
  const [text, setText] = useState(measurement ? showMeasurable(measurement.kind, measurement.value) : '')
  const today = useToday()
  const [add] = athletesApi.useAddMeasurementMutation()
  const [change] = athletesApi.useChangeMeasurementMutation()
  const value = readMeasurable(kind, text)
  const { errors, failureText, busy, formProps } = useForm({
    schema: newMeasurement,
    read: ({ value: _, source, ...typed }) => ({ ...typed, value, source: source || null }),
    async send(body) {
      const of = { organization, athlete, body }
      await (measurement ? change({ ...of, measurement: measurement.id }) : add(of)).unwrap()
      showToast('success', measurement ? 'Measurement changed.' : 'Measurement added.')
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <Field label="Measurement" error={errors.get('kind')}>
        {(control) => (
          <Select {...control} name="kind" value={kind} onChange={({ target }) => setKind(target.value as Measurable)}>
            {measurableIds.map((id) => (
              <option key={id} value={id}>
                {measurables[id].name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        name="value"
        label="Value"
        autoComplete="off"
        errors={errors}
        value={text}
        onChange={({ target }) => setText(target.value)}
        hint={value === undefined ? examples[measurables[kind].unit] : `Saved as ${showMeasurable(kind, value)}`}
      />
      <TextField
        name="measuredOn"
        type="date"
        label="Date"
        defaultValue={measurement?.measuredOn ?? today}
        errors={errors}
      />
      <TextField
        name="source"
        label="Source"
        note="optional"
        hint="Who measured it, for example team staff"
        maxLength={80}
        defaultValue={measurement?.source ?? ''}
        errors={errors}
      />
      <SubmitActions label={measurement ? 'Save' : 'Add'} busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}
