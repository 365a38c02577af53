import { Button } from '@sherpa/ui/button'
import { useEffect, useRef, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import {
  firstDayWithTimes,
  firstWeekdayWithTimes,
  slotLabels,
  slotsOfDay,
  spokenMoment,
  usualSlots,
  visitorTimeZone,
} from '../../../behaviors/local-time'

/** Calendar and time list in the visitor's time zone, without past times. */
export default function DateTimePicker({
  moment,
  onChoose,
  onCancel,
}: {
  moment: Date | undefined
  onChoose: (moment: Date) => void
  onCancel: () => void
}) {
  const [now] = useState(() => new Date())
  const [day, setDay] = useState(() => moment ?? firstWeekdayWithTimes(now))
  const [slot, setSlot] = useState(moment)
  const slots = slotsOfDay(day, now)

  return (
    <>
      <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
        <DayPicker
          mode="single"
          required
          autoFocus
          selected={day}
          defaultMonth={day}
          onSelect={(chosen) => {
            setDay(chosen)
            setSlot(undefined)
          }}
          disabled={[{ before: firstDayWithTimes(now) }, { after: lastDay(now) }]}
          startMonth={now}
          endMonth={lastDay(now)}
          labels={{ labelDayButton: (date) => date.toLocaleDateString('en-US', { dateStyle: 'full' }) }}
          className="calendar"
        />
        <Times key={day.toDateString()} slots={slots} chosen={slot} onChoose={setSlot} />
      </div>
      <p className="mt-5 text-sm">Times are in your time zone: {visitorTimeZone().replaceAll('_', ' ')}.</p>
      <p role="status" className="mt-1 min-h-6 text-sm font-semibold text-ink">
        {slot && spokenMoment(slot)}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={!slot} onClick={() => slot && onChoose(slot)}>
          Use this time
        </Button>
      </div>
    </>
  )
}

function Times({
  slots,
  chosen,
  onChoose,
}: {
  slots: Date[]
  chosen: Date | undefined
  onChoose: (slot: Date) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const labels = slotLabels(slots)
  const usual = new Set(usualSlots(slots).map((slot) => slot.getTime()))
  const [isAll, setAll] = useState(chosen !== undefined && !usual.has(chosen.getTime()))
  const first = chosen ?? slots.find((slot) => usual.has(slot.getTime()))

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the times appear, not when one is chosen
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-slot="${first?.getTime()}"]`)
    if (list.current && row) list.current.scrollTop = row.offsetTop
  }, [isAll])

  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold text-ink">Time</legend>
      <div ref={list} className="relative mt-2 grid max-h-40 grid-cols-2 gap-2 overflow-y-auto p-1 sm:max-h-72">
        {slots.map((slot, index) =>
          isAll || usual.has(slot.getTime()) ? (
            <label
              key={slot.getTime()}
              data-slot={slot.getTime()}
              className="flex min-h-11 cursor-pointer items-center justify-center rounded-sm border border-line text-center text-sm text-ink transition-colors hover:border-glacier has-checked:border-glacier has-checked:bg-glacier has-checked:text-white has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-glacier"
            >
              <input
                type="radio"
                name="time"
                className="sr-only"
                checked={chosen?.getTime() === slot.getTime()}
                onChange={() => onChoose(slot)}
              />
              {labels[index]}
            </label>
          ) : null,
        )}
      </div>
      {usual.size < slots.length && (
        <button
          type="button"
          onClick={() => setAll(!isAll)}
          className="mt-2 min-h-11 cursor-pointer px-1 text-sm font-semibold text-glacier underline underline-offset-4"
        >
          {isAll ? 'Only 8 AM to 6 PM' : 'All times'}
        </button>
      )}
    </fieldset>
  )
}

function lastDay(now: Date) {
  return new Date(now.getFullYear() + 1, now.getMonth(), now.getDate() - 1)
}
