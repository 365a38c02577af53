import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** Space for a small menu, plus the toolbars of a phone's browser. */
const ROOM_PX = 220

/** Button with a popup menu. Arrow keys open and navigate it. It closes on Escape, on a choice and on blur. */
export function MenuButton({
  label,
  buttonClass,
  name,
  opens = 'below',
  align = 'start',
  startsOpen = false,
  onToggle,
  children,
}: {
  label: ReactNode
  buttonClass: string
  /** Accessible name, if the label is not always visible. */
  name?: string
  opens?: 'below' | 'above'
  /** Edge at which button and menu align. */
  align?: 'start' | 'end'
  /** Opens on mount and focuses the first item. */
  startsOpen?: boolean
  onToggle?: (open: boolean) => void
  children: ReactNode
}) {
  const [open, setOpen] = useState(startsOpen)
  const [hasRoomBelow, setHasRoomBelow] = useState(true)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const opensByKey = useRef(false)
  const id = useId()

  const [isWanted] = useState(startsOpen)
  useEffect(() => {
    if (isWanted) list.current?.querySelector<HTMLElement>('input, a, button')?.focus()
  }, [isWanted])

  const wasOpen = useRef(open)
  useEffect(() => {
    if (wasOpen.current !== open) onToggle?.(open)
    wasOpen.current = open
  }, [open, onToggle])

  // Some browsers do not move focus on click, so outside clicks are handled separately.
  useEffect(() => {
    if (!open) return
    const closeFromOutside = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeFromOutside)
    return () => document.removeEventListener('pointerdown', closeFromOutside)
  }, [open])

  useEffect(() => {
    if (open && opensByKey.current) itemsOf(list.current)[0]?.focus()
    opensByKey.current = false
  }, [open])

  /** Stops propagation, so that surrounding dialogs and lists ignore the keys. */
  function onKeyDown(event: KeyboardEvent) {
    const isHandled = open ? moveByKey(event.key) : event.key === 'ArrowDown' && openByKey()
    if (!isHandled) return
    event.preventDefault()
    event.stopPropagation()
  }

  function openByKey() {
    opensByKey.current = true
    show()
    return true
  }

  function moveByKey(key: string) {
    if (key === 'Escape') {
      setOpen(false)
      button.current?.focus()
      return true
    }
    const items = itemsOf(list.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at <= 0 ? items.length - 1 : at - 1, Home: 0, End: items.length - 1 }[
      key
    ]
    if (next === undefined) return false
    items[next % items.length]?.focus()
    return true
  }

  function show() {
    const below = window.innerHeight - (button.current?.getBoundingClientRect().bottom ?? 0)
    setHasRoomBelow(below > ROOM_PX)
    setOpen(!open)
  }

  function closeWhenLeft(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes focus leaving its button and items
    <div ref={whole} className="relative" onKeyDown={onKeyDown} onBlur={closeWhenLeft}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={name}
        onClick={show}
        className={buttonClass}
      >
        {label}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the items inside are links and buttons */}
      <div
        ref={list}
        id={id}
        hidden={!open}
        // Keeps focus inside when a gap between items is clicked.
        tabIndex={-1}
        onClick={(event) => {
          if (!(event.target as Element).closest('a, button')) return
          setOpen(false)
          // A dialog opened by the choice restores focus to this button, not to a hidden item.
          button.current?.focus()
        }}
        className={`absolute z-30 max-h-96 w-60 overflow-y-auto rounded-lg border border-line bg-white p-1.5 text-slate shadow-pop [--focus-ring:var(--color-glacier)] ${opens === 'below' && hasRoomBelow ? 'top-full mt-1.5' : 'bottom-full mb-1.5'} ${align === 'start' ? 'left-0' : 'right-0'}`}
      >
        {children}
      </div>
    </div>
  )
}

function itemsOf(list: HTMLElement | null) {
  return [...(list?.querySelectorAll<HTMLElement>('a, button, input') ?? [])]
}

export const menuItemClass =
  'flex w-full cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left text-sm font-medium text-ink hover:bg-hover max-md:min-h-11 aria-[current]:bg-glacier-pale aria-[current]:text-glacier-deep'
