import { listInWords } from '@sherpa/contracts/list-in-words'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAfterPause } from '../../data/use-after-pause.ts'
import { useAppDispatch } from '../../store.ts'
import { useAccount } from '../account-context.ts'
import { Avatar } from '../avatar.tsx'
import { besideCalendarOf } from '../calendar-sections.ts'
import { isMac } from '../is-mac.ts'
import { accountLinks, staffLink, useWorkspace } from '../workspace.ts'
import type { Found, PaletteGroup } from './find.ts'
import { nextHighlighted } from './next-mark.ts'
import { usePaletteLabel } from './palette-label.ts'
import type { PaletteResult, PaletteScope } from './sources.tsx'

/** The command palette as a combobox: focus stays in the field, keys move the active option. Sources are loaded on
 * first use, without blocking input.
 */
export function Palette({
  onClose,
  children,
}: {
  /** `next` runs after closing. */
  onClose: (next?: () => void) => void
  children: ReactNode
}) {
  const [text, setText] = useState('')
  const label = usePaletteLabel()
  const [marked, setMarked] = useState(0)
  const [only, setOnly] = useState<string>()
  const latest = useFound(text)
  // What is shown before typing does not answer a search.
  const found = latest?.text.trim() || !text.trim() ? latest : undefined
  const isCurrent = found?.text === text
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const groups = found?.groups.filter(({ name }) => !only || name === only) ?? []
  const results = groups.flatMap((group) => group.results)
  const optionId = (index: number) => `${id}-${index}`
  // Enter pressed before results arrived chooses the first one.
  const isAwaited = useRef(false)
  // The active option by text, since more results may arrive above it.
  const kept = useRef<{ text: string | undefined; result: string | undefined }>({ text: undefined, result: undefined })

  function choose(result: PaletteResult | undefined, isBeside = false) {
    if (!result) return
    const open = (isBeside && result.beside) || result.open
    if (typeof open === 'function') return onClose(open)
    onClose()
    if (typeof open === 'string') void navigate(open)
    else void navigate(open.to, { state: open.state })
  }

  function narrow(name: string | undefined) {
    setOnly(name)
    setMarked(0)
    field.current?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when results change
  useEffect(() => {
    const place = kept.current.text === found?.text ? results.findIndex((one) => one.id === kept.current.result) : 0
    setMarked(Math.max(0, place))
    if (!isAwaited.current || !isCurrent) return
    isAwaited.current = false
    choose(results[0])
  }, [found])

  function mark(index: number) {
    setMarked(index)
    kept.current = { text: found?.text, result: results[index]?.id }
    list.current?.querySelector(`#${CSS.escape(optionId(index))}`)?.scrollIntoView({ block: 'nearest' })
  }

  function takeKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.altKey || event.shiftKey) return
    const isModified = event.ctrlKey || event.metaKey
    if (isModified && (event.key !== 'Enter' || !isCurrent)) return
    const next = nextHighlighted(event.key, marked, results.length)
    if (event.key !== 'Enter' && next === undefined) return
    event.preventDefault()
    if (next !== undefined) mark(next)
    else if (isCurrent) choose(results[marked], isModified)
    else isAwaited.current = true
  }

  return (
    <>
      <div className="palette-field">
        <ToolIcon name="search" className="size-4.5 text-grey" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={results.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={results.length > 0 ? optionId(marked) : undefined}
          // biome-ignore lint/a11y/noAutofocus: the search field of a dialog
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={label}
          value={text}
          onChange={({ target }) => {
            isAwaited.current = false
            setOnly(undefined)
            setText(target.value)
          }}
          onKeyDown={takeKey}
          className="min-w-0 flex-1 bg-transparent max-md:h-11 text-xl text-ink outline-none placeholder:text-grey"
        />
        {children}
      </div>
      <p role="status" className="sr-only">
        {found && (results.length === 1 ? '1 result' : `${results.length} results`)}
      </p>
      <div className="palette-results">
        {found?.text.trim() && found.groups.length > 1 && <Chips groups={found.groups} only={only} onChoose={narrow} />}
        <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results">
          {groups.map((group, index) => (
            <Group
              key={group.name}
              id={`${id}-${group.name}`}
              group={group}
              first={groups.slice(0, index).flatMap((before) => before.results).length}
              marked={marked}
              optionId={optionId}
              onMark={mark}
              onChoose={choose}
            />
          ))}
        </div>
        {!found && (
          <Centered>
            <LoadingNote>Searching…</LoadingNote>
          </Centered>
        )}
        {found && results.length === 0 && found.failed.length === 0 && (
          <Centered>Nothing matches “{found.text.trim()}”. Check the spelling, or try fewer letters.</Centered>
        )}
        {found && found.failed.length > 0 && (
          <Centered>{listInWords(found.failed)} can’t be searched now. Check your connection and try again.</Centered>
        )}
      </div>
      <div className="palette-foot" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> Move
        </span>
        <span>
          <kbd>Enter</kbd> Open
        </span>
        {results[marked]?.beside && (
          <span>
            <kbd>{isMac ? '⌘' : 'Ctrl'} Enter</kbd> Open beside
          </span>
        )}
        <span className="ml-auto">Only records you have access to</span>
      </div>
    </>
  )
}

/** Search results; the previous ones stay until new ones arrive, to avoid flicker. */
function useFound(typed: string) {
  const text = useAfterPause(typed)
  const { user, organizations } = useAccount()
  const { organization, work, settings } = useWorkspace()
  const dispatch = useAppDispatch()
  const [found, setFound] = useState<Found & { text: string }>()
  const staff = user.staff && organization ? [staffLink] : []
  const scope: PaletteScope = {
    organization,
    otherOrganizations: organizations.filter(({ id }) => id !== organization?.id),
    screens: [
      ...work,
      ...(organization ? besideCalendarOf(organization) : []),
      ...settings,
      ...accountScreens,
      ...staff,
    ],
    dispatch,
  }
  const latest = useRef(scope)
  latest.current = scope
  useEffect(() => {
    const searching = new AbortController()
    const { signal } = searching
    import('./find.ts')
      .then(({ find }) => find(text, latest.current, signal))
      .catch((error): Found => {
        console.warn('The search could not be loaded.', error)
        return { groups: [], failed: ['Sherpa'] }
      })
      .then((outcome) => {
        if (!signal.aborted) setFound({ ...outcome, text })
      })
    return () => searching.abort()
  }, [text])
  return found
}

const accountScreens = [
  ...accountLinks,
  {
    to: '/account/activity',
    label: 'Your activity',
    about: 'What happened in your account',
    icon: 'activity',
  } as const,
]

/** Limit the results to one group. Choosing keeps focus in the field. */
function Chips({
  groups,
  only,
  onChoose,
}: {
  groups: PaletteGroup[]
  only: string | undefined
  onChoose: (name: string | undefined) => void
}) {
  const chip =
    'shrink-0 cursor-pointer rounded-full border border-line px-2 py-0.5 text-xs font-medium text-slate hover:border-control aria-pressed:border-transparent aria-pressed:bg-glacier-pale aria-pressed:text-glacier-deep max-md:min-h-11 max-md:px-3'
  return (
    <fieldset aria-label="Show" className="flex shrink-0 gap-1.5 overflow-x-auto px-4 pt-2.5 pb-1">
      <button type="button" aria-pressed={!only} onClick={() => onChoose(undefined)} className={chip}>
        Everything
      </button>
      {groups.map(({ name, count }) => (
        <button key={name} type="button" aria-pressed={name === only} onClick={() => onChoose(name)} className={chip}>
          {name} <span className="tabular-nums">{count}</span>
        </button>
      ))}
    </fieldset>
  )
}

function Group({
  id,
  group: { name, results },
  first,
  marked,
  optionId,
  onMark,
  onChoose,
}: {
  id: string
  group: PaletteGroup
  /** Index of its first result. */
  first: number
  marked: number
  optionId: (index: number) => string
  onMark: (index: number) => void
  onChoose: (result: PaletteResult) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
    <div role="group" aria-labelledby={id}>
      <div id={id} className="px-4 pt-2.5 pb-1 text-xs font-medium text-grey">
        {name}
      </div>
      {results.map((result, place) => {
        const index = first + place
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field handles the keyboard
          <div
            key={result.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === marked}
            onPointerMove={() => index !== marked && onMark(index)}
            onClick={() => onChoose(result)}
            className="mx-2 flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 aria-selected:bg-glacier-pale max-md:min-h-12"
          >
            <Picture picture={result.picture} />
            <span
              className={`flex min-w-0 flex-1 gap-2.5 ${result.below ? 'flex-col gap-0 py-1.5' : 'items-baseline'}`}
            >
              <span className="max-w-full shrink-0 truncate font-medium text-ink">
                <Marked text={result.title} ranges={result.match.ranges} />
              </span>
              {result.about && <span className="min-w-0 truncate text-sm text-grey">{result.about}</span>}
              {result.below}
            </span>
            {(result.amount || result.state) && (
              <span className="flex shrink-0 items-center gap-4 text-sm max-md:flex-col max-md:items-end max-md:gap-0 max-md:text-xs">
                {result.amount && <span className="text-ink tabular-nums">{result.amount}</span>}
                {result.state && <span className="md:w-25">{result.state}</span>}
              </span>
            )}
            <ToolIcon
              name="enter"
              className={`size-4 text-glacier-deep max-md:hidden ${index === marked ? '' : 'invisible'}`}
            />
          </div>
        )
      })}
    </div>
  )
}

function Picture({ picture }: { picture: PaletteResult['picture'] }) {
  if ('person' in picture) return <Avatar name={picture.person} picture={picture.address} />
  if ('organization' in picture) return <Avatar name={picture.organization} shape="organization" />
  return (
    <span className="grid size-6 shrink-0 place-items-center text-grey">
      {'icon' in picture ? <ToolIcon name={picture.icon} /> : picture.drawing}
    </span>
  )
}

/** A title with highlighted ranges. */
function Marked({ text, ranges }: { text: string; ranges: [number, number][] }) {
  const parts: ReactNode[] = []
  let from = 0
  for (const [start, end] of ranges) {
    if (start < from) continue
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>)
    from = end
  }
  return [...parts, text.slice(from)]
}

function Centered({ children }: { children: ReactNode }) {
  return <div className="grid place-items-center px-6 py-8 text-center text-sm break-words">{children}</div>
}
