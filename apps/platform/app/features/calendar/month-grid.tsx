import { spokenDay } from '@sherpa/contracts/days'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import {
  countInWords,
  keyOf,
  kindIcons,
  kindInWords,
  lateFirst,
  marksOf,
  nameInCell,
  recordOf,
  type ShownItem,
  stateIcons,
} from './item-words.ts'
import { dayByKey, firstOf, monthOf, weeksOf } from './month.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Keeps weeks at equal height; the selected day lists all items below. */
const SHOWN = 3

/**
 * A grid with roving tabindex: arrow keys move between days, Tab reaches the items of a day.
 * Narrow screens show one mark per kind instead of text, and a check for what is done.
 */
export function MonthGrid({
  label,
  month,
  items,
  isBusy,
  today,
  chosen,
  onChoose,
  onMonth,
}: {
  label: string
  month: string
  items: readonly ShownItem[]
  isBusy: boolean
  today: string
  chosen: string | undefined
  onChoose: (day: string) => void
  /** Keyboard navigation left the month. */
  onMonth: (month: string) => void
}) {
  const table = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<string>()
  const pendingFocus = useRef<string>(undefined)
  const candidates = [focused, chosen, today, firstOf(month)]
  const cursor = candidates.find((day) => day && monthOf(day) === month)

  // Another month renders only after the address has changed.
  useEffect(() => {
    if (pendingFocus.current === undefined || monthOf(pendingFocus.current) !== month) return
    table.current?.querySelector<HTMLElement>(`[data-day="${pendingFocus.current}"]`)?.focus()
    pendingFocus.current = undefined
  })

  function onKeyDown(event: KeyboardEvent) {
    // Fast key presses continue from a day that has not rendered yet.
    const from = pendingFocus.current ?? cursor
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !from) return
    const next = dayByKey(event.key, from)
    if (!next) return
    event.preventDefault()
    pendingFocus.current = next
    setFocused(next)
    if (monthOf(next) !== month) onMonth(monthOf(next))
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its cells
    <table ref={table} role="grid" aria-label={label} aria-busy={isBusy} className="month-grid" onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              <span aria-hidden="true">{name.slice(0, 3)}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Day
                key={day}
                day={day}
                items={lateFirst(items.filter((item) => item.day === day))}
                isOfMonth={monthOf(day) === month}
                isToday={day === today}
                isChosen={day === chosen}
                hasCursor={day === cursor}
                onChoose={() => {
                  setFocused(day)
                  onChoose(day)
                }}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({
  day,
  items,
  isOfMonth,
  isToday,
  isChosen,
  hasCursor,
  onChoose,
}: {
  day: string
  items: readonly ShownItem[]
  isOfMonth: boolean
  isToday: boolean
  isChosen: boolean
  hasCursor: boolean
  onChoose: () => void
}) {
  const tabIndex = hasCursor ? 0 : -1
  const counted = countInWords(items)
  const marks = marksOf(items)
  const hidden = items.length - SHOWN
  return (
    <td
      data-outside={!isOfMonth || undefined}
      data-today={isToday || undefined}
      data-late={items.some(({ state }) => state === 'late') || undefined}
    >
      <button
        type="button"
        data-day={day}
        tabIndex={tabIndex}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-label={counted ? `${spokenDay(day)}: ${counted}` : spokenDay(day)}
        onClick={onChoose}
        className="month-day"
      >
        <span className="month-number">{Number(day.slice(-2))}</span>
        <span className="month-marks">
          {marks.open.map(({ kind, isLate }) => (
            <span key={kind} data-kind={kind} data-late={isLate || undefined} />
          ))}
          {marks.isSomeDone && <ToolIcon name="check" className="size-3 text-grey" />}
        </span>
      </button>
      {items.length > 0 && (
        <ul className="max-lg:hidden">
          {items.slice(0, hidden > 0 ? SHOWN - 1 : SHOWN).map((item) => (
            <li key={keyOf(item)}>
              <ItemLink item={item} tabIndex={tabIndex} />
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <button
                type="button"
                tabIndex={tabIndex}
                onClick={onChoose}
                className="min-h-6 cursor-pointer px-1 text-xs font-medium text-glacier hover:underline"
              >
                {hidden + 1} more<span className="sr-only"> on {spokenDay(day)}</span>
              </button>
            </li>
          )}
        </ul>
      )}
    </td>
  )
}

/** Kind and name; screen readers and the tooltip get all of it. */
function ItemLink({ item, tabIndex }: { item: ShownItem; tabIndex: number }) {
  const { id: organization, role } = useOrganization()
  const { kind, title, state } = item
  const record = recordOf(item)
  const words = `${state === 'late' ? 'Overdue: ' : state === 'done' ? 'Done: ' : ''}${kindInWords(item)}: ${title}, ${record.name}`
  return (
    <Link
      to={`/organizations/${organization}/${record.to}`}
      tabIndex={tabIndex}
      title={words}
      data-state={state}
      className="month-item"
    >
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" className="flex gap-1">
        <ToolIcon name={stateIcons[state] ?? kindIcons[kind]} className="mt-0.5 size-3 shrink-0" />
        <span className="min-w-0 break-words">{nameInCell(item, role)}</span>
      </span>
    </Link>
  )
}
