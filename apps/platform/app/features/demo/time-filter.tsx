import { type DemoTime, demoTimes } from '@sherpa/contracts/desk'
import { buttonClass } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ListAddress } from '../../list/list-address.ts'
import type { CustomFilter } from '../../list/list-filters.tsx'
import { asDay, dayIn, daysLater } from './week.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** Filters by the time of the demo: a preset in the company's time zone, or a custom range in the reader's. */
export const timeFilter = (address: ListAddress): CustomFilter => ({
  name: 'demo',
  label: 'Demo',
  isInUse: ['time', 'from', 'until'].some((name) => address.state[name]),
  control: (menu) => <TimeFilter address={address} menu={menu} />,
})

function TimeFilter({
  address: { state, change },
  menu,
}: {
  address: ListAddress
  menu: Parameters<CustomFilter['control']>[0]
}) {
  const from = state.from ? new Date(state.from) : undefined
  // `until` is exclusive, so the last day is the one before.
  const last = state.until ? daysLater(new Date(state.until), -1) : undefined
  const words = state.time ? demoTimes[state.time as DemoTime] : spanInWords(from, last)
  const setSpan = (span: { from?: Date | undefined; last?: Date | undefined }) =>
    change({
      time: undefined,
      from: span.from?.toISOString(),
      until: span.last && daysLater(span.last, 1).toISOString(),
    })
  return (
    <MenuButton
      {...menu}
      buttonClass={`${buttonClass({ look: 'secondary', size: 'small' })} max-w-64 ${words ? 'bg-snow' : ''}`}
      label={
        <>
          Demo
          {words && <span className="truncate font-semibold">{words}</span>}
          <ToolIcon name="chevron" className="size-3 rotate-90" />
        </>
      }
    >
      {Object.entries(demoTimes).map(([time, label]) => (
        <button
          key={time}
          type="button"
          aria-current={state.time === time ? 'true' : undefined}
          className={menuItemClass}
          onClick={() => change({ time: state.time === time ? undefined : time, from: undefined, until: undefined })}
        >
          {label}
        </button>
      ))}
      <fieldset className="mt-1.5 flex flex-col gap-3 border-t border-line px-2.5 pt-3 pb-2">
        <legend className="sr-only">Custom range</legend>
        <DayField label="From" day={from} latest={last} onChange={(day) => setSpan({ from: day, last })} />
        <DayField label="To" day={last} earliest={from} onChange={(day) => setSpan({ from, last: day })} />
      </fieldset>
    </MenuButton>
  )
}

function spanInWords(from: Date | undefined, last: Date | undefined) {
  const [first, end] = [from && dayFormat.format(from), last && dayFormat.format(last)]
  if (first && end) return first === end ? first : `${first} – ${end}`
  return first ? `from ${first}` : end && `until ${end}`
}

function DayField({
  label,
  day,
  earliest,
  latest,
  onChange,
}: {
  label: string
  day: Date | undefined
  earliest?: Date | undefined
  latest?: Date | undefined
  onChange: (day: Date | undefined) => void
}) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={day ? asDay(day) : ''}
          min={earliest && asDay(earliest)}
          max={latest && asDay(latest)}
          onChange={({ target }) => onChange(dayIn(target.value))}
          className={`${controlClass} min-h-9 px-2 py-1 text-sm max-md:min-h-11`}
        />
      )}
    </Field>
  )
}
