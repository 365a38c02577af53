import { type Total, totalInWords } from '@sherpa/contracts/list'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { useMedia } from '../data/use-media.ts'
import { OPEN } from './list-address.ts'
import type { LoadedList, Row } from './use-list.ts'

/** The breakpoint in list.css for list and record side by side. */
const wide = '(width >= 72rem)'

export type RecordPanelState = {
  /** The open record. */
  id: string | undefined
  show: (id: string) => void
  close: () => void
  /** Props of a record's link: a plain click opens the panel, a modified one follows the link. */
  linkTo: (id: string) => { to: string; onClick: (event: MouseEvent) => void }
  pathOf: (id: string) => string
  /** The panel, to move focus into. */
  region: RefObject<HTMLElement | null>
}

/** The open record is part of the address, so that Back, reload and links restore it. On narrow screens the record's
 * own page opens instead.
 */
export function useRecordPanel(pathOf: (id: string) => string): RecordPanelState {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isWide = useMedia(wide)
  const region = useRef<HTMLElement>(null)
  const id = search.get(OPEN) ?? undefined

  function go(next: string | undefined, replace: boolean) {
    const changed = new URLSearchParams(search)
    if (next) changed.set(OPEN, next)
    else changed.delete(OPEN)
    void navigate(`?${changed}`, { replace, preventScrollReset: true })
  }

  function show(next: string) {
    if (!isWide) return void navigate(pathOf(next))
    if (next === id) return region.current?.focus()
    // Moving between records replaces the history entry.
    go(next, id !== undefined)
  }

  return {
    id,
    show,
    pathOf,
    region,
    close() {
      rowOf(id)?.focus({ preventScroll: true })
      go(undefined, true)
    },
    linkTo: (one) => ({
      to: pathOf(one),
      onClick(event) {
        const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
        if (!isPlain || !isWide) return
        event.preventDefault()
        // Keyboard navigation continues from this row.
        rowOf(one)?.focus({ preventScroll: true })
        show(one)
      },
    }),
  }
}

function rowOf(id: string | undefined) {
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id ?? '')}"]`)
}

/** A list with the open record beside it. */
export function WithRecordPanel<OneRow extends Row>({
  panel,
  list,
  label,
  record,
  children,
}: {
  panel: RecordPanelState
  list: LoadedList<OneRow>
  /** The kind of record, such as "Request". */
  label: string
  record: (id: string) => ReactNode
  /** The list. */
  children: ReactNode
}) {
  const isWide = useMedia(wide)
  const { id } = panel
  if (id && !isWide) return <Navigate to={panel.pathOf(id)} replace />
  return (
    <div className="with-record" data-open={id !== undefined || undefined}>
      <div className="flex min-w-0 flex-col gap-7">{children}</div>
      {id && (
        <RecordPanel panel={panel} id={id} rows={list.rows} total={list.total} label={label}>
          {record(id)}
        </RecordPanel>
      )}
    </div>
  )
}

const iconButton = 'grid size-8 cursor-pointer place-items-center rounded-md text-slate hover:bg-hover hover:text-ink'

function RecordPanel({
  panel: { show, close, pathOf, region },
  id,
  rows,
  total,
  label,
  children,
}: {
  panel: RecordPanelState
  id: string
  rows: Row[]
  total: Total | undefined
  label: string
  children: ReactNode
}) {
  const index = rows.findIndex((row) => row.id === id)
  // A finished record may leave the list; then the next one is the row that took its place.
  const [place, setPlace] = useState(index)
  if (index >= 0 && place !== index) setPlace(index)
  const [previous, next] = [rows[place - 1], rows[index < 0 ? place : place + 1]]

  // Escape closes the panel, except in fields and dialogs; j and k also work inside it.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target as HTMLElement
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (target.closest('input:not([type=checkbox]), textarea, select, dialog')) return
      const neighbor = { j: next, k: previous }[event.key]
      if (event.key === 'Escape') close()
      else if (neighbor && region.current?.contains(target)) show(neighbor.id)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })

  const position =
    index >= 0 && `${(index + 1).toLocaleString('en-US')} of ${total ? totalInWords(total) : rows.length}`
  return (
    <aside ref={region} tabIndex={-1} aria-label={label} className="record-panel">
      <div className="record-panel-bar">
        <Step name={`Previous ${label.toLowerCase()}`} to={previous} show={show} turned="-rotate-90" />
        <Step name={`Next ${label.toLowerCase()}`} to={next} show={show} turned="rotate-90" />
        <span role="status" className="ml-1 text-xs text-grey tabular-nums">
          <span className="sr-only">{label} </span>
          {position}
        </span>
        <Link
          to={pathOf(id)}
          className="mr-1 ml-auto rounded-sm px-2 py-1 text-sm font-medium text-slate hover:text-ink"
        >
          Open full page
        </Link>
        <button type="button" aria-label="Close" aria-keyshortcuts="Escape" onClick={close} className={iconButton}>
          <ToolIcon name="close" />
        </button>
      </div>
      <div key={id} className="flex flex-col gap-6 p-5">
        {children}
      </div>
    </aside>
  )
}

function Step({
  name,
  to,
  show,
  turned,
}: {
  name: string
  to: Row | undefined
  show: (id: string) => void
  turned: string
}) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-disabled={to === undefined}
      onClick={() => to && show(to.id)}
      className={`${iconButton} aria-disabled:cursor-default aria-disabled:opacity-40`}
    >
      <ToolIcon name="chevron" className={`size-4 ${turned}`} />
    </button>
  )
}
