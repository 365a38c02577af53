import { ownValue } from '@sherpa/contracts/own-value'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useFocusWhenLost } from '../frame/focus-when-lost.ts'
import { Ready } from '../frame/loaded.tsx'
import { isSingleKey } from '../frame/single-keys.ts'
import type { ListAddress } from './list-address.ts'
import { NextPage } from './next-page.tsx'
import type { Selection } from './selection.ts'
import type { LoadedList, Row } from './use-list.ts'
import { usePhone } from './use-phone.ts'
import { type Range, useVisibleRows } from './visible-rows.ts'

export type Column<OneRow> = {
  id: string
  head: string
  cell: (row: OneRow) => ReactNode
  /** The name of the sort in the list's operation. */
  sort?: string
  /** Default visibility. The column that names the row is always shown. */
  shown?: 'always' | 'unless-hidden' | 'on-demand'
  width?:
    | 'name'
    | 'wide'
    | 'medium'
    | 'compact'
    | 'regular'
    | 'badge'
    | 'person'
    | 'narrow'
    | 'short'
    | 'brief'
    | 'tiny'
  /** Minimum screen size. */
  from?: 'laptop' | 'desk' | 'large'
  align?: 'end'
  /** Position on phones, where a row has two lines: name and side, then detail and state. Others are hidden. */
  place?: 'name' | 'side' | 'detail' | 'state'
  /** Stays visible beside an open record on laptops, in addition to name, side and state. */
  stays?: true
}

/** Rows with the same id follow each other below one heading. */
export type RowGroup = {
  id: string
  title: string
  /** Such as the day. */
  note?: string | undefined
  isBad?: boolean
}

const ROW_PX = 40
const TALL_ROW_PX = 52
const PHONE_ROW_PX = 60
const PHONE_ROW_WITH_BUTTONS_PX = 112

/** A virtualized list with infinite scroll. Keyboard: j, k or arrows move, x selects, Shift selects a range, Enter
 * opens, and lists have keys of their own. The open record follows the cursor.
 */
export function ListTable<OneRow extends Row>({
  label,
  list,
  address,
  columns,
  nameOf,
  selection,
  isSelectable = () => true,
  onOpen,
  opened,
  rowKeys = {},
  groupOf,
  isTall = false,
  actions,
  actionsWidth = 'menu',
  empty,
  nothingMatches,
}: {
  label: string
  list: LoadedList<OneRow>
  address: ListAddress
  /** Visible columns. */
  columns: Column<OneRow>[]
  nameOf: (row: OneRow) => string
  selection?: Selection | undefined
  isSelectable?: (row: OneRow) => boolean
  /** By Enter, or a click outside the row's controls. */
  onOpen?: ((row: OneRow) => void) | undefined
  /** The id of the open record. */
  opened?: string | undefined
  /** Further keys of a focused row: single small letters. */
  rowKeys?: Record<string, (row: OneRow) => void>
  groupOf?: ((row: OneRow) => RowGroup) | undefined
  /** Cells have two lines (`TwoLines`), except on phones. */
  isTall?: boolean
  actions?: ((row: OneRow) => ReactNode) | undefined
  /** Width for a menu button, a labeled button, or two and a menu; phones show these in a third line. */
  actionsWidth?: 'menu' | 'button' | 'buttons'
  /** The empty state. */
  empty: ReactNode
  nothingMatches: ReactNode
}) {
  const { rows, gone, query, inView } = list
  const body = useRef<HTMLTableSectionElement>(null)
  const rowHeight = usePhone()
    ? actions && actionsWidth === 'buttons'
      ? PHONE_ROW_WITH_BUTTONS_PX
      : PHONE_ROW_PX
    : isTall
      ? TALL_ROW_PX
      : ROW_PX
  const lines = linesOf(rows, groupOf)
  const { drawn, seen } = useVisibleRows(body, rowHeight, lines.length)
  const isHere = (row: OneRow) => !gone.has(row.id)
  const isChoosable = (row: OneRow) => isHere(row) && isSelectable(row)
  const { cursor, rowProps, onKeyDown } = useRowCursor({
    body,
    rows,
    lineOf: (index) => lines.findIndex((line) => line.index === index),
    rowHeight,
    drawn: rowsIn(lines, drawn),
    firstSeen: rowsIn(lines, seen).first,
    selection,
    isHere,
    isChoosable,
    onOpen: onOpen && ((row: OneRow) => isHere(row) && onOpen(row)),
    opened,
    rowKeys,
  })
  // Without the state column, another one notes that a row is gone.
  const noteColumn =
    columns.find(({ place }) => place === 'state') ?? columns.findLast(({ shown }) => shown !== 'always')

  useEffect(() => {
    const { first, end } = rowsIn(lines, seen)
    inView.current = rows.slice(first, end).map((row) => row.id)
  })

  const { hasNextPage } = query

  function table() {
    if (rows.length === 0) return address.isNarrowed ? nothingMatches : empty
    return (
      <>
        <table
          className="list-table"
          data-actions={actions && actionsWidth}
          data-tall={isTall || undefined}
          data-grouped={groupOf !== undefined || undefined}
          aria-busy={list.isOutdated}
          onKeyDown={onKeyDown}
          aria-label={label}
          aria-rowcount={hasNextPage ? -1 : lines.length + 1}
        >
          <Heads
            columns={columns}
            address={address}
            selectable={rows.filter(isChoosable).length}
            selection={selection}
            actionsWidth={actions && actionsWidth}
          />
          <tbody ref={body}>
            <Gap rows={drawn.first} rowHeight={rowHeight} />
            {lines.slice(drawn.first, drawn.end).map((line, offset) => {
              const rowIndex = drawn.first + offset + 2
              if ('group' in line) {
                // The last group may go on below.
                const count = line.isLast && hasNextPage ? undefined : line.count
                return (
                  <GroupHead
                    key={line.group.id}
                    {...line}
                    count={count}
                    rowIndex={rowIndex}
                    {...{ columns, selection }}
                  />
                )
              }
              const { row, index } = line
              return (
                <tr
                  key={row.id}
                  aria-rowindex={rowIndex}
                  data-gone={gone.has(row.id) || undefined}
                  data-selected={selection?.isSelected(row.id) || undefined}
                  data-cursor={cursor === row.id || undefined}
                  data-opened={opened === row.id || undefined}
                  {...rowProps(row, index)}
                >
                  {selection && (
                    <td className="list-choice">
                      {/* The label only enlarges the touch target. */}
                      <label>
                        <input
                          type="checkbox"
                          aria-label={`Select ${nameOf(row)}`}
                          checked={selection.isSelected(row.id)}
                          disabled={!isChoosable(row)}
                          // React's change event does not say whether Shift was held.
                          onClick={(event) => selection.toggle(row.id, { range: event.shiftKey })}
                          onChange={() => undefined}
                        />
                      </label>
                    </td>
                  )}
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      data-width={column.width ?? 'regular'}
                      data-align={column.align}
                      data-place={column.place}
                      data-stays={column.stays}
                      data-from={column.from}
                    >
                      {!isHere(row) && column === noteColumn ? 'No longer in this list' : column.cell(row)}
                    </td>
                  ))}
                  {actions && <td className="list-actions">{isHere(row) && actions(row)}</td>}
                </tr>
              )
            })}
            <Gap rows={lines.length - drawn.end} rowHeight={rowHeight} />
          </tbody>
        </table>
        {hasNextPage && <NextPage query={query} />}
      </>
    )
  }

  return (
    <Ready queries={[query]} rows={12}>
      {table}
    </Ready>
  )
}

type Line<OneRow> = { row: OneRow; index: number } | { group: RowGroup; count: number; isLast: boolean; index?: never }

/** Rows and the headings between them. */
function linesOf<OneRow>(rows: readonly OneRow[], groupOf: ((row: OneRow) => RowGroup) | undefined): Line<OneRow>[] {
  const numbered = rows.map((row, index) => ({ row, index }))
  if (!groupOf) return numbered
  const groups = [...Map.groupBy(numbered, ({ row }) => groupOf(row).id).values()]
  return groups.flatMap((ofGroup, at) =>
    ofGroup
      .slice(0, 1)
      .flatMap(({ row }): Line<OneRow>[] => [
        { group: groupOf(row), count: ofGroup.length, isLast: at === groups.length - 1 },
        ...ofGroup,
      ]),
  )
}

/** The rows among some lines. */
function rowsIn<OneRow>(lines: readonly Line<OneRow>[], { first, end }: Range): Range {
  const shown = lines.slice(first, end).flatMap(({ index }) => index ?? [])
  return { first: Math.min(...shown, lines.length), end: Math.max(...shown, -1) + 1 }
}

/** As high as a row, for virtualization. Columns that give way on small screens have a cell of their own. */
function GroupHead<OneRow>({
  group: { title, note, isBad },
  count,
  rowIndex,
  columns,
  selection,
}: {
  group: RowGroup
  count: number | undefined
  rowIndex: number
  columns: readonly Column<OneRow>[]
  selection: Selection | undefined
}) {
  const yielding = columns.filter(({ from, width, place }) => from || (width === 'wide' && !place))
  return (
    <tr className="list-group" aria-rowindex={rowIndex}>
      <td colSpan={columns.length - yielding.length + (selection ? 1 : 0)} data-place="name">
        <h2 className={`inline text-sm font-semibold tracking-normal ${isBad ? 'text-error' : 'text-ink'}`}>{title}</h2>
        {count !== undefined && <span className="ml-1 text-slate tabular-nums">{count}</span>}
        {note && <span className="ml-2 text-slate">{note}</span>}
      </td>
      {yielding.map(({ id, from, width }) => (
        <td key={id} data-from={from} data-width={width} />
      ))}
    </tr>
  )
}

/** The cell of a tall row: phones show the first line. */
export function TwoLines({ children, second }: { children: ReactNode; second: ReactNode }) {
  return (
    <>
      <span className="block truncate">{children}</span>
      {second && <span className="block truncate text-xs text-grey max-md:hidden">{second}</span>}
    </>
  )
}

/** Spacer for rows outside the viewport. */
function Gap({ rows, rowHeight }: { rows: number; rowHeight: number }) {
  if (rows <= 0) return null
  return (
    <tr className="list-gap">
      <td style={{ height: rows * rowHeight }} />
    </tr>
  )
}

function Heads<OneRow extends Row>({
  columns,
  address: { state, change },
  selectable,
  selection,
  actionsWidth,
}: {
  columns: Column<OneRow>[]
  address: ListAddress
  /** Number of selectable rows. */
  selectable: number
  selection: Selection | undefined
  actionsWidth: 'menu' | 'button' | 'buttons' | undefined
}) {
  const all = selection !== undefined && selectable > 0 && selection.selected.length >= selectable
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="list-choice">
            <input
              type="checkbox"
              aria-label="Select all loaded rows"
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = !all && selection.selected.length > 0
              }}
              onChange={() => (all ? selection.clear() : selection.selectAll())}
            />
          </th>
        )}
        {columns.map(({ id, head, sort, width = 'regular', align, place, stays, from }) => (
          <th
            key={id}
            scope="col"
            data-width={width}
            data-place={place}
            data-stays={stays}
            data-align={align}
            data-from={from}
            aria-sort={sort ? sortedBy(state.sort, sort) : undefined}
          >
            {sort ? (
              <button
                type="button"
                onClick={() => change({ sort: sortedBy(state.sort, sort) === 'ascending' ? `-${sort}` : sort })}
              >
                {head}
                <ToolIcon name="chevron" className="size-3" />
              </button>
            ) : (
              head
            )}
          </th>
        ))}
        {actionsWidth && (
          <th scope="col" className="list-actions" data-width={actionsWidth}>
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function sortedBy(sorted: string | undefined, name: string) {
  return sorted === name ? 'ascending' : sorted === `-${name}` ? 'descending' : 'none'
}

/** The row with keyboard focus (roving tabindex). */
function useRowCursor<OneRow extends Row>({
  body,
  rows,
  lineOf,
  rowHeight,
  drawn,
  firstSeen,
  selection,
  isHere,
  isChoosable,
  onOpen,
  opened,
  rowKeys,
}: {
  body: React.RefObject<HTMLTableSectionElement | null>
  rows: OneRow[]
  /** The line of a row, by index: headings are lines, too. */
  lineOf: (index: number) => number
  rowHeight: number
  drawn: Range
  /** Index of the first visible row. */
  firstSeen: number
  selection: Selection | undefined
  isHere: (row: OneRow) => boolean
  isChoosable: (row: OneRow) => boolean
  onOpen: ((row: OneRow) => void) | undefined
  opened: string | undefined
  rowKeys: Record<string, (row: OneRow) => void>
}) {
  const [cursor, setCursor] = useState(opened)
  const [known, setKnown] = useState(opened)
  const [position, setPosition] = useState(0)
  // The row that takes the place of a removed one.
  const successor = useFocusWhenLost<HTMLTableRowElement>(rows.length)
  const wanted = useRef<string>(undefined)
  const index = rows.findIndex((row) => row.id === cursor)
  // The cursor's row may not be rendered, but one row must be reachable by Tab.
  const tabStop = index >= drawn.first && index < drawn.end ? index : Math.max(firstSeen, drawn.first)

  if (known !== opened) {
    setKnown(opened)
    if (opened) setCursor(opened)
  }

  // Scroll the opened row into view.
  useEffect(() => {
    if (opened) body.current?.querySelector(`[data-row="${CSS.escape(opened)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [body, opened])

  // Focus the target row once it is rendered.
  useEffect(() => {
    if (wanted.current === undefined) return
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  })

  function moveTo(target: number, extend: boolean) {
    const row = rows[Math.max(0, Math.min(rows.length - 1, target))]
    if (!row || row.id === cursor) return
    if (extend) extendTo(row)
    wanted.current = row.id
    setCursor(row.id)
    if (opened) onOpen?.(row)
    const top = body.current?.getBoundingClientRect().top ?? 0
    const offset = top + lineOf(target) * rowHeight
    // Distant rows render only after scrolling.
    if (offset < -window.innerHeight || offset > 2 * window.innerHeight) window.scrollBy({ top: offset - 200 })
  }

  /** Extends the selection, and shrinks it when moving back. */
  function extendTo(row: OneRow) {
    const left = rows[index]
    const isBack = left && selection?.isSelected(left.id) && selection.isSelected(row.id)
    if (isBack) selection?.toggle(left.id)
    else if (isChoosable(row)) selection?.toggle(row.id, { range: true })
  }

  // j and k enter the rows from the top of the screen.
  useEffect(() => {
    const enter = (event: globalThis.KeyboardEvent) => {
      const fromTop = (event.target as HTMLElement).matches('body, h1')
      if (!fromTop || !['j', 'k'].includes(event.key) || !isSingleKey(event)) return
      event.preventDefault()
      body.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
    }
    document.addEventListener('keydown', enter)
    return () => document.removeEventListener('keydown', enter)
  }, [body])

  function onKeyDown(event: KeyboardEvent) {
    // Controls inside the row keep their own keys.
    const target = event.target as HTMLElement
    const onRow = target.matches('[data-row]') || target.matches('.list-choice input')
    if (!onRow || event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[index]
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const act = ownValue(rowKeys, key)
    if (key === 'j' || key === 'ArrowDown') moveTo(index + 1, event.shiftKey)
    else if (key === 'k' || key === 'ArrowUp') moveTo(index - 1, event.shiftKey)
    else if (key === 'Home') moveTo(0, false)
    else if (key === 'End') moveTo(rows.length - 1, false)
    else if (key === 'x' && row && selection && isChoosable(row)) selection.toggle(row.id, { range: event.shiftKey })
    else if (key === 'Enter' && row && onOpen && target.matches('[data-row]')) onOpen(row)
    else if (row && act && isHere(row)) act(row)
    else if (key === 'Escape' && selection && selection.count > 0) selection.clear()
    else return
    event.preventDefault()
  }

  return {
    cursor,
    onKeyDown,
    rowProps: (row: OneRow, at: number) => ({
      'data-row': row.id,
      'aria-keyshortcuts': Object.keys(rowKeys).join(' ') || undefined,
      tabIndex: at === tabStop ? 0 : -1,
      ref: at === Math.min(position, rows.length - 1) ? successor : undefined,
      onClick: (event: MouseEvent) => {
        const isOnSomething = (event.target as HTMLElement).closest('a, button, input, label, select')
        // Selecting text must not open the row.
        if (!isOnSomething && getSelection()?.isCollapsed && row.id !== opened) onOpen?.(row)
      },
      onFocus: () => {
        setCursor(row.id)
        setPosition(at)
      },
    }),
  }
}
