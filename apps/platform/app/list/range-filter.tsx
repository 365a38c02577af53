import type { Range } from '@sherpa/contracts/range'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { ChipWords, FilterMenu } from './filter-menu.tsx'
import type { ListAddress } from './list-address.ts'
import type { CustomFilter } from './list-filters.tsx'
import { days, keysIn, type RangeKind, rangeIn, rangeInWords, withRange } from './ranges.ts'

type Ranges = {
  /** The parameter of the list's operation. */
  name: string
  label: string
  /** Several ranges by key, such as one per measurement. */
  keys?: Readonly<Record<string, string>>
  kindOf: (key: string) => RangeKind
  /** Label of rows without a value. */
  unset?: string
}

/** A filter from one value to another. */
export function rangeFilter(address: ListAddress, ranges: Ranges): CustomFilter {
  const { name, label } = ranges
  return {
    name,
    label,
    inMenu: true,
    isInUse: Boolean(address.state[name]),
    control: (menu) => <RangeFilter address={address} ranges={ranges} menu={menu} />,
  }
}

/** The same for days. */
export const dayRangeFilter = (address: ListAddress, ranges: Omit<Ranges, 'keys' | 'kindOf'>) =>
  rangeFilter(address, { ...ranges, kindOf: () => days })

export const smallControl = `${controlClass} min-h-9 px-2 py-1 text-sm max-md:min-h-11`

function RangeFilter({
  address: { state, change },
  ranges: { name, label, keys, kindOf, unset },
  menu,
}: {
  address: ListAddress
  ranges: Ranges
  menu: Parameters<CustomFilter['control']>[0]
}) {
  const value = state[name]
  const used = keys ? keysIn(value) : ['']
  const [chosen, setChosen] = useState(used[0] ?? Object.keys(keys ?? {})[0] ?? '')
  const key = keys ? chosen : undefined
  const isDay = kindOf(chosen) === days
  const words = value && used.map((one) => wordsOf(one)).join(', ')
  function wordsOf(one: string) {
    const range = rangeIn(value, isDay, keys && one)
    if (!range) return ''
    if (range === 'none') return (unset ?? '').toLowerCase()
    const { show, saysKey } = kindOf(one)
    return [!saysKey && keys?.[one], rangeInWords(range, show, isDay)].filter(Boolean).join(' ')
  }
  return (
    <FilterMenu
      label={label}
      words={`${label} ${words}`}
      chip={words ? <ChipWords label={label} words={words} /> : undefined}
      onRemove={() => change({ [name]: undefined })}
      {...menu}
    >
      <div className="flex flex-col gap-3 px-2.5 pt-1 pb-2">
        {keys && (
          <Field label={label}>
            {(control) => (
              <select
                {...control}
                value={chosen}
                onChange={({ target }) => setChosen(target.value)}
                className={smallControl}
              >
                {Object.entries(keys).map(([id, text]) => (
                  <option key={id} value={id}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <RangeForm
          key={`${chosen} ${value}`}
          range={rangeIn(value, isDay, key)}
          kind={kindOf(chosen)}
          isDay={isDay}
          unset={unset}
          onChange={(range) => change({ [name]: withRange(value, range, key) })}
        />
      </div>
    </FilterMenu>
  )
}

type Problems = { min?: string; max?: string }

function RangeForm({
  range,
  kind,
  isDay,
  unset,
  onChange,
}: {
  range: Range<string | number> | 'none' | undefined
  kind: RangeKind
  isDay: boolean
  unset: string | undefined
  onChange: (range: Range<string | number> | 'none' | undefined) => void
}) {
  const [problems, setProblems] = useState<Problems>({})
  const bounds = range === 'none' ? undefined : range
  const shown = (side: 'min' | 'max') => {
    const value = bounds?.[side]?.value
    return value === undefined ? '' : isDay ? String(value) : kind.show(value)
  }
  function read(form: HTMLFormElement): { range?: typeof range; problems: Problems } {
    const typed = new FormData(form)
    if (typed.get('unset')) return { range: 'none', problems: {} }
    const [min = null, max = null] = (['min', 'max'] as const).map((side) => {
      const text = String(typed.get(side)).trim()
      // An unchanged bound stays excluded.
      if (text === shown(side)) return bounds?.[side] ?? null
      return text ? { value: kind.read(text), excluded: false } : null
    })
    const unread = `Enter a value such as ${kind.example}`
    const isReversed = min?.value !== undefined && max?.value !== undefined && min.value > max.value
    return {
      range: min || max ? ({ min, max } as Range<string | number>) : undefined,
      problems: {
        ...(min && min.value === undefined && { min: unread }),
        ...(max && max.value === undefined && { max: unread }),
        ...(isReversed && { max: 'Enter a larger value' }),
      },
    }
  }
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { range: entered, problems: found } = read(event.currentTarget)
    setProblems(found)
    if (Object.keys(found).length === 0) onChange(entered)
  }
  /** The menu closes on a click, but not while there is something to correct. */
  function keepOpen(event: MouseEvent<HTMLButtonElement>) {
    const { form } = event.currentTarget
    if (form && Object.keys(read(form).problems).length > 0) event.stopPropagation()
  }
  return (
    <form onSubmit={apply} noValidate className="flex flex-col gap-3">
      {(['min', 'max'] as const).map((side) => (
        <Field key={side} label={side === 'min' ? 'From' : 'To'} error={problems[side]}>
          {(control) => (
            <input
              {...control}
              name={side}
              type={isDay ? 'date' : 'text'}
              autoComplete="off"
              placeholder={kind.example}
              defaultValue={shown(side)}
              className={smallControl}
            />
          )}
        </Field>
      ))}
      {unset && (
        <label className="flex min-h-9 items-center gap-2 text-sm max-md:min-h-11">
          <input type="checkbox" name="unset" defaultChecked={range === 'none'} />
          {unset}
        </label>
      )}
      <Button type="submit" size="small" onClick={keepOpen}>
        Apply
      </Button>
    </form>
  )
}
