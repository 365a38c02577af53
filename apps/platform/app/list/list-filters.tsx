import { buttonClass } from '@sherpa/ui/button'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { startTransition, useState } from 'react'
import { useFocusWhenLost } from '../frame/focus-when-lost.ts'
import type { ListAddress } from './list-address.ts'
import { MenuCheckbox } from './menu-checkbox.tsx'
import { MenuSearch } from './menu-search.tsx'

/** A filter with choices. */
export type ChoiceFilter = {
  /** The parameter of the list's operation. */
  name: string
  label: string
  /** Labels by value. */
  choices: Readonly<Record<string, string>>
  /** Prefix of its values, if several filters share a parameter. */
  prefix?: string
  /** Maximum choices. */
  most?: number
  /** Choices are phrases, such as "Not contacted for 30 days": the chip shows them without the label. */
  phrases?: true
}

/** The contract's default limit. */
const USUAL_MOST = 20
/** Up to this many filters are always visible; more are added by a menu. */
const FEW_FILTERS = 3

const keyOf = ({ name, prefix = '' }: ChoiceFilter) => name + prefix

/** The values of a parameter that belong to a filter. */
export function chosenOf({ name, prefix = '' }: ChoiceFilter, state: ListAddress['state']) {
  return state[name]?.split(',').filter((value) => value.startsWith(prefix)) ?? []
}

/** The parameter after toggling a choice, in a fixed order, so that equal lists have equal addresses. */
export function toggled(filter: ChoiceFilter, state: ListAddress['state'], value: string) {
  const { name, prefix, choices, most = USUAL_MOST } = filter
  const before = chosenOf(filter, state)
  const rest = before.filter((one) => one !== value)
  const chosen = before.includes(value) ? rest : most === 1 ? [value] : [...rest, value]
  const order = Object.keys(choices)
  const inOrder = chosen.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
  if (!prefix) return inOrder.join(',')
  const ofOthers = state[name]?.split(',').filter((one) => !one.startsWith(prefix)) ?? []
  return [...ofOthers, ...inOrder].toSorted().join(',')
}

/** Chips for active filters, and a menu that adds one. */
export function ListFilters({ filters, address }: { filters: ChoiceFilter[]; address: ListAddress }) {
  // A newly added filter stays visible until its menu closes.
  const [added, setAdded] = useState<string>()
  const isInUse = (filter: ChoiceFilter) => chosenOf(filter, address.state).length > 0
  const areFew = filters.length <= FEW_FILTERS
  const shown = filters.filter((filter) => areFew || isInUse(filter) || keyOf(filter) === added)
  const further = filters.filter((filter) => !shown.includes(filter))
  const group = useFocusWhenLost<HTMLFieldSetElement>(JSON.stringify([shown.map(keyOf), shown.map(isInUse)]))
  function toggle(key: string, open: boolean) {
    if (open) setAdded(key)
    // A pending navigation may still add a choice, so the chip must not unmount before it.
    else startTransition(() => setAdded((before) => (before === key ? undefined : before)))
  }
  if (filters.length === 0) return null
  return (
    <fieldset ref={group} tabIndex={-1} className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">Filters</legend>
      {shown.map((filter) => (
        <FilterChip
          key={keyOf(filter)}
          filter={filter}
          address={address}
          startsOpen={keyOf(filter) === added}
          onToggle={(open) => toggle(keyOf(filter), open)}
        />
      ))}
      {further.length > 0 && (
        <MenuButton
          buttonClass={`${buttonClass({ look: 'secondary', size: 'small' })} border-transparent`}
          label={
            <>
              <ToolIcon name="plus" />
              Filter
            </>
          }
        >
          <ul>
            {further.map((filter) => (
              <li key={keyOf(filter)}>
                <button type="button" className={menuItemClass} onClick={() => setAdded(keyOf(filter))}>
                  {filter.label}
                </button>
              </li>
            ))}
          </ul>
        </MenuButton>
      )}
    </fieldset>
  )
}

/** Such as "Stage is Signed", to change or remove. */
function FilterChip({
  filter,
  address: { state, change },
  startsOpen,
  onToggle,
}: {
  filter: ChoiceFilter
  address: ListAddress
  startsOpen: boolean
  onToggle: (open: boolean) => void
}) {
  const { name, label, choices, most = USUAL_MOST, phrases } = filter
  const chosen = chosenOf(filter, state)
  const isInUse = chosen.length > 0
  // A value missing from loaded choices was removed.
  const unknown = Object.keys(choices).length === 0 ? '…' : 'removed'
  const words = chosen.map((value) => choices[value] ?? unknown).join(', ')
  const withoutIt = () => {
    const others = state[name]?.split(',').filter((value) => !chosen.includes(value))
    change({ [name]: others?.join(',') })
  }
  return (
    <span
      className={`inline-flex min-w-0 items-center rounded-sm ${isInUse ? 'border border-line bg-snow text-grey' : ''}`}
    >
      <MenuButton
        startsOpen={startsOpen}
        onToggle={onToggle}
        buttonClass={
          isInUse
            ? 'inline-flex min-h-button-small max-w-72 cursor-pointer items-center gap-1 rounded-sm pr-1 pl-2.5 text-sm hover:text-ink max-md:max-w-60'
            : `${buttonClass({ look: 'secondary', size: 'small' })} max-w-64`
        }
        label={
          isInUse ? (
            <>
              {!phrases && (
                <>
                  <span className="text-slate">{label}</span> is{' '}
                </>
              )}
              <span className="truncate font-medium text-ink">{words}</span>
            </>
          ) : (
            <>
              {label}
              <ToolIcon name="chevron" className="size-3 rotate-90" />
            </>
          )
        }
      >
        <fieldset>
          <legend className="sr-only">{label}</legend>
          <MenuSearch label={`Find in ${label.toLowerCase()}`} choices={Object.entries(choices)}>
            {(found) =>
              found.map(([value, choice]) => (
                <MenuCheckbox
                  key={value}
                  checked={chosen.includes(value)}
                  disabled={most > 1 && chosen.length >= most && !chosen.includes(value)}
                  onChange={() => change({ [name]: toggled(filter, state, value) })}
                >
                  {choice}
                </MenuCheckbox>
              ))
            }
          </MenuSearch>
        </fieldset>
      </MenuButton>
      {isInUse && (
        <button
          type="button"
          aria-label={`Remove filter ${words}`}
          onClick={withoutIt}
          className="grid size-7 cursor-pointer place-items-center rounded-sm hover:text-ink max-md:size-11"
        >
          <ToolIcon name="close" className="size-3" />
        </button>
      )}
    </span>
  )
}
