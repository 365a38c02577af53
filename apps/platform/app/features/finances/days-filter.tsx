import { shortDay } from '@sherpa/contracts/days'
import { buttonClass } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { MenuButton } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ListAddress } from '../../list/list-address.ts'
import type { CustomFilter } from '../../list/list-filters.tsx'

/** A date range filter, inclusive: `from` and `until` of the list's operation. */
export const daysFilter = (address: ListAddress, label: string): CustomFilter => ({
  name: 'days',
  label,
  isInUse: Boolean(address.state.from || address.state.until),
  control: (menu) => <DaysFilter address={address} label={label} menu={menu} />,
})

function DaysFilter({
  address: { state, change },
  label,
  menu,
}: {
  address: ListAddress
  label: string
  menu: Parameters<CustomFilter['control']>[0]
}) {
  const range = rangeInWords(state.from, state.until)
  return (
    <MenuButton
      {...menu}
      buttonClass={`${buttonClass({ look: 'secondary', size: 'small' })} max-w-64 ${range ? 'bg-snow' : ''}`}
      label={
        <>
          {label}
          {range && <span className="truncate font-semibold">{range}</span>}
          <ToolIcon name="chevron" className="size-3 rotate-90" />
        </>
      }
    >
      <fieldset className="flex flex-col gap-3 px-2.5 pt-1 pb-2">
        <legend className="sr-only">Date range</legend>
        <DayField label="From" day={state.from} latest={state.until} onChange={(from) => change({ from })} />
        <DayField label="To" day={state.until} earliest={state.from} onChange={(until) => change({ until })} />
      </fieldset>
    </MenuButton>
  )
}

function rangeInWords(from: string | undefined, until: string | undefined) {
  if (from && until) return `${shortDay(from)} to ${shortDay(until)}`
  return from ? `from ${shortDay(from)}` : until && `until ${shortDay(until)}`
}

function DayField({
  label,
  day = '',
  earliest,
  latest,
  onChange,
}: {
  label: string
  day: string | undefined
  earliest?: string | undefined
  latest?: string | undefined
  onChange: (day: string) => void
}) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={day}
          min={earliest}
          max={latest}
          onChange={({ target }) => onChange(target.value)}
          className={`${controlClass} min-h-9 px-2 py-1 text-sm max-md:min-h-11`}
        />
      )}
    </Field>
  )
}
