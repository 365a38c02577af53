import { buttonClass } from '@sherpa/ui/button'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Fragment, type ReactNode, startTransition, useState } from 'react'
import { useFocusWhenLost } from '../frame/focus-when-lost.ts'
import { ChipWords, FilterMenu } from './filter-menu.tsx'
import { type ListAddress, useIsAnswer } from './list-address.ts'
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
  /** Added by the menu, however few filters there are. */
  inMenu?: true
}

/** A filter with a control of its own, such as a date range. */
export type CustomFilter = {
  name: string
  label: string
  isInUse: boolean
  inMenu?: true
  control: (menu: { startsOpen: boolean; onToggle: (open: boolean) => void }) => ReactNode
}
export type ListFilter = ChoiceFilter | CustomFilter

/** The contract's default limit. */
const USUAL_MOST = 20
/** Up to this many filters are always visible; more are added by a menu. */
const FEW_FILTERS = 3

const isCustom = (filter: ListFilter): filter is CustomFilter => 'control' in filter
const keyOf = (filter: ListFilter) => filter.name + (isCustom(filter) ? '' : (filter.prefix ?? ''))

/** A button with an icon, on phones. */
export const iconButtonClass = `${buttonClass({ look: 'secondary', size: 'small' })} relative w-11 px-0`

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
export function ListFilters({
  filters,
  address,
  isFolded = false,
  isBuiltIn = false,
}: {
  filters: ListFilter[]
  address: ListAddress
  /** The tab of a built-in view says what it filters. */
  isBuiltIn?: boolean
  /** The menu is an icon, and only active filters are shown, below. */
  isFolded?: boolean
}) {
  const isAnswer = useIsAnswer()
  // A newly added filter stays visible until its menu closes.
  const [added, setAdded] = useState<string>()
  const isInUse = (filter: ListFilter) =>
    !isBuiltIn && (isCustom(filter) ? filter.isInUse : chosenOf(filter, address.state).length > 0)
  const areFew = filters.filter((filter) => !isCustom(filter) && !filter.inMenu).length <= FEW_FILTERS
  // The filters of an answer say how it was read: the others are in the menu.
  const isVisible = (filter: ListFilter) => !isFolded && !isAnswer && !filter.inMenu && (areFew || isCustom(filter))
  const shown = filters.filter((filter) => isVisible(filter) || isInUse(filter) || keyOf(filter) === added)
  const further = filters.filter((filter) => !shown.includes(filter))
  const inUse = filters.filter(isInUse)
  const group = useFocusWhenLost<HTMLFieldSetElement>(JSON.stringify([shown.map(keyOf), inUse.map(keyOf)]))
  function toggle(key: string, open: boolean) {
    if (open) setAdded(key)
    // A pending navigation may still add a choice, so the chip must not unmount before it.
    else startTransition(() => setAdded((before) => (before === key ? undefined : before)))
  }
  if (filters.length === 0) return null

  const menu = further.length > 0 && (
    <MenuButton
      {...(isFolded
        ? {
            align: 'end' as const,
            name: inUse.length > 0 ? `Filter, ${inUse.length} active` : 'Filter',
            buttonClass: iconButtonClass,
          }
        : {
            // Without a border, it starts where the list does.
            buttonClass: `${buttonClass({ look: 'secondary', size: 'small' })} border-transparent ${shown.every(isCustom) ? 'max-md:-ml-4' : ''}`,
          })}
      label={
        <>
          <ToolIcon name={isFolded ? 'settings' : 'plus'} />
          {!isFolded && 'Filter'}
          {isFolded && !isAnswer && inUse.length > 0 && (
            <span className="absolute -top-1.5 -right-1.5 grid size-4.5 place-items-center rounded-full bg-ink text-xs text-ground tabular-nums">
              {inUse.length}
            </span>
          )}
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
  )
  const controlOf = (filter: ListFilter) => {
    const key = keyOf(filter)
    const parts = { startsOpen: key === added, onToggle: (open: boolean) => toggle(key, open) }
    if (isCustom(filter)) return <Fragment key={key}>{filter.control(parts)}</Fragment>
    return <FilterChip key={key} filter={filter} address={address} isQuiet={isBuiltIn} {...parts} />
  }
  return (
    <>
      {isFolded && menu}
      <fieldset
        ref={group}
        tabIndex={-1}
        className={`flex min-w-0 items-center gap-2 ${isFolded && shown.length === 0 ? 'sr-only' : isAnswer ? 'answer-filters' : `flex-wrap ${isFolded ? 'w-full' : ''}`}`}
      >
        <legend className="sr-only">Filters</legend>
        {shown.filter((filter) => !isCustom(filter)).map(controlOf)}
        {!isFolded && !isAnswer && menu}
        {shown.filter(isCustom).map(controlOf)}
        {!isFolded && isAnswer && menu}
      </fieldset>
    </>
  )
}

/** Such as "Stage is Signed", to change or remove. */
function FilterChip({
  filter,
  address: { state, change },
  isQuiet,
  startsOpen,
  onToggle,
}: {
  filter: ChoiceFilter
  address: ListAddress
  /** The tab of the view says what is chosen. */
  isQuiet: boolean
  startsOpen: boolean
  onToggle: (open: boolean) => void
}) {
  const { name, label, choices, most = USUAL_MOST, phrases } = filter
  const chosen = chosenOf(filter, state)
  const isInUse = chosen.length > 0 && !isQuiet
  // A value missing from loaded choices was removed.
  const unknown = Object.keys(choices).length === 0 ? '…' : 'removed'
  const words = chosen.map((value) => choices[value] ?? unknown).join(', ')
  const withoutIt = () => {
    const others = state[name]?.split(',').filter((value) => !chosen.includes(value))
    change({ [name]: others?.join(',') })
  }
  return (
    <FilterMenu
      label={label}
      words={words}
      chip={isInUse ? <ChipWords label={phrases ? '' : `${label} is`} words={words} /> : undefined}
      onRemove={withoutIt}
      startsOpen={startsOpen}
      onToggle={onToggle}
    >
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
    </FilterMenu>
  )
}
