import { controlClass, Field } from '@sherpa/ui/field'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'

export type Findable = { id: string; name: string; about?: string }

const ADD = 'add'

/** A combobox (WAI-ARIA pattern) with server-side search. */
export function FindOne<Option extends Findable>({
  name,
  label,
  note,
  placeholder,
  error,
  chosen,
  onChoose,
  options,
  isSearching,
  onSearch,
  add,
}: {
  name: string
  label: string
  /** Shown after the label, such as "optional". */
  note?: string | undefined
  /** Such as "All athletes" in a filter. */
  placeholder?: string | undefined
  error: string | undefined
  chosen: Option | undefined
  onChoose: (option: Option | undefined) => void
  options: readonly Option[]
  isSearching: boolean
  onSearch: (text: string) => void
  /** Creates a missing option. */
  add?: { label: (text: string) => string; act: (text: string) => void } | undefined
}) {
  const id = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  /** Undefined: the first by default, which the first arrow down keeps, so that it does not lead to adding. */
  const [marked, setMarked] = useState<number>()
  const typed = text.trim()
  const isKnown = options.some((option) => option.name.toLowerCase() === typed.toLowerCase())
  const canAdd = add !== undefined && typed !== '' && !isSearching && !isKnown
  const items = [...options.map((option) => option.id), ...(canAdd ? [ADD] : [])]
  const at = Math.min(marked ?? 0, items.length - 1)
  const current = items[at]
  const isShown = open && chosen === undefined && (items.length > 0 || typed !== '')

  function type(value: string) {
    setText(value)
    setOpen(true)
    setMarked(undefined)
    isAwaited.current = false
    onSearch(value.trim())
    if (chosen) onChoose(undefined)
  }

  // Enter pressed before results arrived chooses the first one, and adds none.
  const isAwaited = useRef(false)
  useEffect(() => {
    if (!isAwaited.current || isSearching) return
    isAwaited.current = false
    if (options[0]) take(options[0].id)
  })

  function take(item: string | undefined) {
    setOpen(false)
    if (item === ADD) return add?.act(typed)
    const option = options.find((one) => one.id === item)
    if (option) onChoose(option)
  }

  /** Results may arrive and move the options before the button is released, so that a click would miss. */
  function press(event: MouseEvent, item: string) {
    if (event.button !== 0) return
    event.preventDefault() // keeps the focus in the field
    take(item)
  }

  function keyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!open) return setOpen(true)
      if (marked === undefined && step === 1) setMarked(0)
      else setMarked((at + step + items.length) % Math.max(items.length, 1))
    } else if (event.key === 'Enter' && isShown) {
      event.preventDefault()
      if (isSearching) isAwaited.current = true
      else take(current)
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }

  function closeWhenLeft(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // The list is below the field's error, not over it.
    // biome-ignore lint/a11y/noStaticElementInteractions: detects focus leaving the field
    <div className="relative" onBlur={closeWhenLeft}>
      <Field label={label} note={note} error={error}>
        {(control) => (
          <input
            {...control}
            name={name}
            type="text"
            role="combobox"
            aria-expanded={isShown}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isShown && current ? `${id}-${current}` : undefined}
            autoComplete="off"
            placeholder={placeholder}
            maxLength={100}
            value={chosen ? chosen.name : text}
            onFocus={(event) => {
              setOpen(true)
              event.target.select()
            }}
            onChange={({ target }) => type(target.value)}
            onKeyDown={keyDown}
            className={controlClass}
          />
        )}
      </Field>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isShown}
        className="absolute z-30 mt-1 max-h-60 w-full overflow-y-auto rounded-lg border border-line-strong/50 bg-ground p-1.5 shadow-pop"
      >
        {options.map((option, index) => (
          <div
            key={option.id}
            id={`${id}-${option.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={option.id === current}
            onPointerMove={() => setMarked(index)}
            onMouseDown={(event) => press(event, option.id)}
            className="cursor-pointer rounded-sm px-2.5 py-1.5 text-sm text-ink aria-selected:bg-hover max-md:min-h-11"
          >
            {option.name}
            {option.about && <span className="block text-xs text-grey">{option.about}</span>}
          </div>
        ))}
        {canAdd && (
          <div
            id={`${id}-${ADD}`}
            role="option"
            tabIndex={-1}
            aria-selected={current === ADD}
            onPointerMove={() => setMarked(options.length)}
            onMouseDown={(event) => press(event, ADD)}
            className="flex cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1.5 text-sm font-medium text-ink aria-selected:bg-hover max-md:min-h-11"
          >
            <ToolIcon name="plus" />
            <span className="min-w-0 break-words">{add?.label(typed)}</span>
          </div>
        )}
        {items.length === 0 && (
          <p role="presentation" className="px-2.5 py-1.5 text-sm text-grey">
            {isSearching ? 'Searching…' : 'No results'}
          </p>
        )}
      </div>
    </div>
  )
}
