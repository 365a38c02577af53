import { totalInWords } from '@sherpa/contracts/list'
import { buttonClass } from '@sherpa/ui/button'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isSingleKey } from '../frame/single-keys.ts'
import { type ListAddress, useIsAnswer, useIsCountedAbove } from './list-address.ts'
import { iconButtonClass, type ListFilter, ListFilters } from './list-filters.tsx'
import type { Column } from './list-table.tsx'
import { MenuCheckbox } from './menu-checkbox.tsx'
import type { LoadedList, Row } from './use-list.ts'
import { usePhone } from './use-phone.ts'
import { WaitingRows } from './waiting-rows.tsx'

/** Debounce of the search. */
const DEBOUNCE_MS = 200
const quietButton = `${buttonClass({ look: 'secondary', size: 'small' })} border-transparent`

/** Search, filters, sort and columns of a list. On phones filters and sort are icons beside the search, and active
 * filters have a row of their own.
 */
export function ListToolbar<OneRow extends Row>({
  address,
  list,
  searchLabel,
  filters = [],
  columns,
  shown,
  isBuiltIn,
  saving,
  phoneAction,
}: {
  address: ListAddress
  list: LoadedList<OneRow>
  /** Such as "Search members"; undefined: no search. */
  searchLabel?: string | undefined
  filters?: ListFilter[] | undefined
  columns: Column<OneRow>[]
  shown: Column<OneRow>[]
  /** The list is at a view that everyone has: nothing to clear. */
  isBuiltIn: boolean
  /** Buttons that save the view. */
  saving?: ReactNode
  /** Beside the search, on phones. */
  phoneAction?: ReactNode
}) {
  const isPhone = usePhone()
  const isCountedAbove = useIsCountedAbove()
  const isAnswer = useIsAnswer()
  const isChanged = address.isNarrowed && !isBuiltIn
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* The question of an answer is its search. */}
      {searchLabel && (!isAnswer || address.state.search) && <SearchField address={address} label={searchLabel} />}
      {isPhone && searchLabel && <SortMenu columns={columns} address={address} />}
      <ListFilters
        filters={filters}
        address={address}
        isFolded={isPhone && (searchLabel !== undefined || filters.length > 4)}
        isBuiltIn={isBuiltIn}
      />
      {isPhone && phoneAction}
      {/* Without matches, the empty state has this button. */}
      {isChanged && list.rows.length > 0 && !(isPhone && isAnswer) && (
        <button type="button" className={quietButton} onClick={address.clear}>
          Clear filters
        </button>
      )}
      {saving}
      <div className="ml-auto flex items-center gap-2 max-md:contents">
        {isChanged && list.total && !isCountedAbove && (
          <span role="status" className="text-sm text-grey tabular-nums">
            {totalInWords(list.total)} found
          </span>
        )}
        <WaitingRows list={list} />
        {isPhone && !searchLabel && (
          <div className="ml-auto">
            <SortMenu columns={columns} address={address} />
          </div>
        )}
        <ColumnMenu columns={columns} shown={shown} address={address} />
      </div>
    </div>
  )
}

export function SearchField({ address: { state, change }, label }: { address: ListAddress; label: string }) {
  const applied = state.search ?? ''
  const [text, setText] = useState(applied)
  const [known, setKnown] = useState(applied)
  const field = useRef<HTMLInputElement>(null)
  // Back, a saved view or "Clear filters" changed the search.
  if (known !== applied) {
    setKnown(applied)
    setText(applied)
  }

  useEffect(() => {
    if (text.trim() === applied) return
    const timer = setTimeout(() => {
      setKnown(text.trim())
      change({ search: text.trim() }, { replace: true })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, applied, change])

  // "/" focuses the search, except in text fields.
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event)) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  return (
    <div className="relative max-md:min-w-0 max-md:flex-1 max-md:basis-32">
      <ToolIcon
        name="search"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-grey"
      />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={100}
        onChange={({ target }) => setText(target.value)}
        className="min-h-button-small w-full rounded-md border border-control bg-white pr-8 pl-8 text-input max-md:pr-2 text-ink placeholder:text-grey md:w-56 md:text-sm"
      />
      <span className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 max-md:hidden">
        <kbd>/</kbd>
      </span>
    </div>
  )
}

/** Replaces the column headers on phones. */
function SortMenu<OneRow>({
  columns,
  address: { state, change },
}: {
  columns: Column<OneRow>[]
  address: ListAddress
}) {
  const orders = columns.flatMap(({ head, sort }) =>
    sort
      ? [
          { label: head, sort },
          { label: `${head}, reversed`, sort: `-${sort}` },
        ]
      : [],
  )
  if (orders.length === 0) return null
  return (
    <MenuButton align="end" name="Sort" buttonClass={iconButtonClass} label={<ToolIcon name="chevrons" />}>
      {orders.map(({ label, sort }) => (
        <button
          key={sort}
          type="button"
          aria-current={state.sort === sort ? 'true' : undefined}
          onClick={() => change({ sort })}
          className={menuItemClass}
        >
          {label}
        </button>
      ))}
    </MenuButton>
  )
}

function ColumnMenu<OneRow>({
  columns,
  shown,
  address,
}: {
  columns: Column<OneRow>[]
  shown: Column<OneRow>[]
  address: ListAddress
}) {
  const optional = columns.filter((column) => column.shown !== 'always')
  if (optional.length === 0) return null
  const ids = shown.map(({ id }) => id)
  const toggle = (id: string) => {
    const next = columns.filter((column) => (column.id === id ? !ids.includes(id) : ids.includes(column.id)))
    address.showColumns(next.map((column) => column.id))
  }
  return (
    <span className="max-md:hidden">
      <MenuButton
        align="end"
        buttonClass={quietButton}
        label={
          <>
            <ToolIcon name="columns" />
            Columns
          </>
        }
      >
        <fieldset>
          <legend className="sr-only">Columns</legend>
          {optional.map(({ id, head }) => (
            <MenuCheckbox key={id} checked={ids.includes(id)} onChange={() => toggle(id)}>
              {head}
            </MenuCheckbox>
          ))}
        </fieldset>
      </MenuButton>
    </span>
  )
}

/** The columns in the address, or the default ones with content in a loaded row. */
export function shownColumns<OneRow>(
  columns: Column<OneRow>[],
  chosen: readonly string[] | undefined,
  rows: readonly OneRow[],
) {
  const hasContent = ({ cell }: Column<OneRow>) => rows.length === 0 || rows.some((row) => !isBlank(cell(row)))
  return columns.filter((column) => {
    const { id, shown = 'unless-hidden' } = column
    if (shown === 'always') return true
    return chosen ? chosen.includes(id) : shown === 'unless-hidden' && hasContent(column)
  })
}

const isBlank = (content: ReactNode) => content === null || content === undefined || content === false || content === ''
