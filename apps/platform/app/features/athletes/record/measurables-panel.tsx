import { athletesApi } from '@sherpa/api-client/athletes'
import type { Athlete, Measurement } from '@sherpa/contracts/athlete'
import { type Measurable, measurables, showMeasurable } from '@sherpa/contracts/measurable'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { calendarDay, shortCalendarDay } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { Sparkline } from '../../../records/sparkline.tsx'
import { differenceOf, type Measured, measuredByKind } from './measured.ts'
import { MeasurementDialog } from './measurement-dialog.tsx'
import { QuietButton } from './panel-parts.tsx'

/** The latest value of each kind, with trend and source. */
export function MeasurablesPanel({ athlete }: { athlete: Athlete }) {
  const { may } = useOrganization()
  const [isAdding, setAdding] = useState(false)
  const [shown, setShown] = useState<Measurable>()
  const measured = measuredByKind(athlete.measurements)
  const heading = useFocusWhenLost(measured.length)
  if (!may('athletes.log') && measured.length === 0) return null
  return (
    <Panel
      title="Measurables"
      headingRef={heading}
      empty={measured.length === 0 && 'None yet'}
      actions={
        may('athletes.log') && (
          <QuietButton name="Add measurement" onClick={() => setAdding(true)}>
            Add
          </QuietButton>
        )
      }
    >
      {measured.length > 0 && (
        <ul className="-mt-4 divide-y divide-line-soft">
          {measured.map((one) => (
            <MeasuredRow key={one.kind} measured={one} onShow={() => setShown(one.kind)} />
          ))}
        </ul>
      )}
      <MeasurementDialog open={isAdding} athlete={athlete.id} onClose={() => setAdding(false)} />
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

/** All values of one kind, newest first. Authors and editors of the record change and remove them. */
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
  const [changed, setChanged] = useState<Measurement>()

  async function removeOne({ id, changeable: _, ...measurement }: Measurement) {
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
    <>
      <Dialog open={measured !== undefined} title={measured ? measurables[measured.kind].name : ''} onClose={onClose}>
        {measured && (
          <ul className="divide-y divide-line-soft text-sm">
            {measured.all.toReversed().map((one) => (
              <li key={one.id} className="flex items-center justify-between gap-4 py-2">
                <span className="min-w-0">
                  <span className="block font-medium text-ink tabular-nums">{showMeasurable(one.kind, one.value)}</span>
                  <span className="block text-xs break-words text-grey">{sourceAndDay(one)}</span>
                </span>
                {one.changeable && (
                  <span className="flex gap-2">
                    <Button
                      look="secondary"
                      size="small"
                      aria-label={`Edit ${showMeasurable(one.kind, one.value)} of ${calendarDay(one.measuredOn)}`}
                      onClick={() => setChanged(one)}
                    >
                      Edit
                    </Button>
                    <Button
                      look="secondary"
                      size="small"
                      busy={busy}
                      aria-label={`Remove ${showMeasurable(one.kind, one.value)} of ${calendarDay(one.measuredOn)}`}
                      onClick={() => run(() => removeOne(one))}
                    >
                      Remove
                    </Button>
                  </span>
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
      <MeasurementDialog
        open={changed !== undefined}
        athlete={athlete.id}
        measurement={changed}
        onClose={() => setChanged(undefined)}
      />
    </>
  )
}
