import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** What a menu of a few items needs, with what the bars of a phone take. */
const ROOM_PX = 220

/** A button that opens a small list of links below or above it. It closes on Escape, on a choice, and when focus moves on. */
export function MenuButton({
  label,
  buttonClass,
  name,
  opens = 'below',
  align = 'start',
  children,
}: {
  label: ReactNode
  buttonClass: string
  /** For a button whose words are not always seen. */
  name?: string
  opens?: 'below' | 'above'
  /** The edge that button and list have in common. */
  align?: 'start' | 'end'
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const [hasRoomBelow, setHasRoomBelow] = useState(true)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  // Not every browser moves focus when something is pressed, so leaving by pointer is noticed by itself.
  useEffect(() => {
    if (!open) return
    const closeFromOutside = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeFromOutside)
    return () => document.removeEventListener('pointerdown', closeFromOutside)
  }, [open])

  function closeByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    // A dialog around the menu stays open: one thing at a time.
    event.preventDefault()
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }

  function closeWhenLeft(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices when its button and its links are left
    <div ref={whole} className="relative" onKeyDown={closeByKey} onBlur={closeWhenLeft}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={name}
        onClick={() => {
          const below = window.innerHeight - (button.current?.getBoundingClientRect().bottom ?? 0)
          setHasRoomBelow(below > ROOM_PX)
          setOpen(!open)
        }}
        className={buttonClass}
      >
        {label}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the choice itself is a link or a button inside */}
      <div
        id={id}
        hidden={!open}
        // Keeps focus where it is when something between the links is pressed.
        tabIndex={-1}
        onClick={(event) => {
          if (!(event.target as Element).closest('a, button')) return
          setOpen(false)
          // A dialog that the choice opens gives the focus back to where it was: not to an item that is hidden by then.
          button.current?.focus()
        }}
        className={`absolute z-30 max-h-96 w-60 overflow-y-auto rounded-lg bg-white p-1.5 text-slate shadow-pop [--focus-ring:var(--color-glacier)] ${opens === 'below' && hasRoomBelow ? 'top-full mt-1.5' : 'bottom-full mb-1.5'} ${align === 'start' ? 'left-0' : 'right-0'}`}
      >
        {children}
      </div>
    </div>
  )
}

export const menuItemClass =
  'flex w-full cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left text-sm font-medium text-ink hover:bg-hover max-md:min-h-11 aria-[current]:bg-glacier-pale aria-[current]:text-glacier-deep'
