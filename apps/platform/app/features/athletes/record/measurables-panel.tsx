import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, type Measurement, newMeasurement } from '@sherpa/contracts/athlete'
import {
  type Measurable,
  measurableIds,
  measurables,
  readMeasurable,
  showMeasurable,
} from '@sherpa/contracts/measurable'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { calendarDay, shortCalendarDay } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { useToday } from '../../../frame/use-today.ts'
import { Sparkline } from '../../../records/sparkline.tsx'
import { differenceOf, type Measured, measuredByKind } from './measured.ts'
import { NothingYet, QuietButton } from './panel-parts.tsx'

/** The latest value of each kind, with trend and source. */
export function MeasurablesPanel({ athlete }: { athlete: Athlete }) {
  const [isAdding, setAdding] = useState(false)
  const [shown, setShown] = useState<Measurable>()
  const measured = measuredByKind(athlete.measurements)
  const heading = useFocusWhenLost(measured.length)
  if (!athlete.editable && measured.length === 0) return null
  return (
    <Panel
      title="Measurables"
      headingRef={heading}
      actions={
        athlete.editable && (
          <QuietButton name="Add measurement" onClick={() => setAdding(true)}>
            Add
          </QuietButton>
        )
      }
    >
      {measured.length === 0 ? (
        <NothingYet>No measurements yet</NothingYet>
      ) : (
        <ul className="-mt-4 divide-y divide-line-soft">
          {measured.map((one) => (
            <MeasuredRow key={one.kind} measured={one} onShow={() => setShown(one.kind)} />
          ))}
        </ul>
      )}
      <AddMeasurement open={isAdding} athlete={athlete} onClose={() => setAdding(false)} />
      <AllMeasurements
        athlete={athlete}
        measured={measured.find(({ kind }) => kind === shown)}
        onClose={() => setShown(undefined)}
      />
    </Panel>
  )
}

function MeasuredRow({ measured, onShow }: { measured: Measured; onShow: () => void }) {
  const { kind, latest, all } = measured
  const { name } = measurables[kind]
  const difference = differenceOf(measured)
  const points = all.map(({ id, measuredOn, value }) => ({
    id,
    date: measuredOn,
    value,
    day: calendarDay(measuredOn),
    text: showMeasurable(kind, value),
  }))
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_5rem_minmax(0,1.2fr)] items-center gap-2 py-1.5 hover:bg-hover max-md:py-2">
      <div className="min-w-0">
        {/* The whole row is clickable. */}
        <button
          type="button"
          aria-label={`${name}: all values`}
          onClick={onShow}
          className="cursor-pointer text-left text-xs text-grey after:absolute after:inset-0"
        >
          {name}
        </button>
        <span className="block font-semibold whitespace-nowrap text-ink tabular-nums">
          {showMeasurable(kind, latest.value)}
        </span>
      </div>
      <div>
        <Sparkline name={name} points={points} />
      </div>
      <div className="min-w-0 text-right text-xs text-grey">
        {difference && (
          <span className={`block tabular-nums ${difference.isBetter ? 'text-success' : ''}`}>{difference.text}</span>
        )}
        <span className="block break-words">{sourceAndDay(latest)}</span>
      </div>
    </li>
  )
}

function sourceAndDay({ source, measuredOn }: Measurement) {
  return [source, shortCalendarDay(measuredOn)].filter(Boolean).join(', ')
}

/** All values of one kind, newest first, with removal. */
function AllMeasurements({
  athlete,
  measured,
  onClose,
}: {
  athlete: Athlete
  measured: Measured | undefined
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [remove] = athletesApi.useRemoveMeasurementMutation()
  const [add] = athletesApi.useAddMeasurementMutation()
  const { busy, run } = useAction()

  async function removeOne({ id, ...measurement }: Measurement) {
    const of = { organization, athlete: athlete.id }
    await remove({ ...of, measurement: id }).unwrap()
    // The modal would block the toast's Undo.
    onClose()
    showToast('success', 'Removed.', {
      label: 'Undo',
      act: () => void run(() => add({ ...of, body: measurement }).unwrap(), 'Undone.'),
    })
  }

  return (
    <Dialog open={measured !== undefined} title={measured ? measurables[measured.kind].name : ''} onClose={onClose}>
      {measured && (
        <ul className="divide-y divide-line-soft text-sm">
          {measured.all.toReversed().map((one) => (
            <li key={one.id} className="flex items-center justify-between gap-4 py-2">
              <span className="min-w-0">
                <span className="block font-medium text-ink tabular-nums">{showMeasurable(one.kind, one.value)}</span>
                <span className="block text-xs break-words text-grey">{sourceAndDay(one)}</span>
              </span>
              {athlete.editable && (
                <Button
                  look="secondary"
                  size="small"
                  busy={busy}
                  aria-label={`Remove ${showMeasurable(one.kind, one.value)} of ${calendarDay(one.measuredOn)}`}
                  onClick={() => run(() => removeOne(one))}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function AddMeasurement({ open, athlete, onClose }: { open: boolean; athlete: Athlete; onClose: () => void }) {
  return (
    <Dialog open={open} title="Add measurement" onClose={onClose}>
      <MeasurementForm athlete={athlete} onClose={onClose} />
    </Dialog>
  )
}

/** Examples per unit. */
const examples = {
  height: 'For example, 6\'3", 75 in or 1.91 m',
  inches: 'For example, 27.5 in or 70 cm',
  weight: 'For example, 141 lb or 64 kg',
  seconds: 'Seconds, for example 10.9',
  mph: 'For example, 92 mph or 148 km/h',
}

function MeasurementForm({ athlete, onClose }: { athlete: Athlete; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [kind, setKind] = useState<Measurable>('height')
  const [text, setText] = useState('')
  const [add] = athletesApi.useAddMeasurementMutation()
  const value = readMeasurable(kind, text)
  const { errors, failureText, busy, formProps } = useForm({
    schema: newMeasurement,
    read: ({ value: _, source, ...typed }) => ({ ...typed, value, source: source || null }),
    async send(body) {
      await add({ organization, athlete: athlete.id, body }).unwrap()
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
      <TextField name="measuredOn" type="date" label="Date" defaultValue={useToday()} errors={errors} />
      <TextField
        name="source"
        label="Source"
        note="optional"
        hint="Who measured it, for example team staff"
        maxLength={80}
        errors={errors}
      />
      <SubmitActions label="Add" busyLabel="Adding…" busy={busy} onCancel={onClose} />
    </form>
  )
}
