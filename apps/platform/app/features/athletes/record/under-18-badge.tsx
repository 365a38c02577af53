import type { Athlete } from '@sherpa/contracts/athlete'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useId, useRef, useState } from 'react'

/** Long enough to go from the mark to its explanation. */
const STAYS_MS = 400

/** Says that someone is a minor; pointing at it or focusing it tells what follows from that. */
export function Under18Badge({ athlete: { age, sensitive } }: { athlete: Athlete }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(closing.current), [])

  const pointed = {
    onPointerEnter: () => {
      clearTimeout(closing.current)
      setOpen(true)
    },
    onPointerLeave: () => {
      closing.current = setTimeout(setOpen, STAYS_MS, false)
    },
  }

  return (
    <>
      <button
        type="button"
        aria-describedby={id}
        onClick={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        {...pointed}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        className="relative inline-flex items-center gap-1 rounded-full bg-summit-pale px-2 py-0.5 text-xs font-medium whitespace-nowrap text-summit-ink after:absolute after:inset-x-0 after:-inset-y-3"
      >
        <ToolIcon name="lock" className="size-3" />
        {age === null && sensitive ? 'Age not known' : 'Under 18'}
      </button>
      <span
        id={id}
        role="tooltip"
        {...pointed}
        hidden={!isOpen}
        className="absolute top-full left-0 z-20 mt-1 w-max max-w-[min(20rem,100%)] rounded-md bg-ground p-3 text-sm text-slate shadow-pop"
      >
        {age === null && 'The birth date is not known here, so the record is treated as one of someone under 18. '}
        How to reach the people around someone under 18 is hidden until a colleague asks to see it, and each time is put
        on record.
      </span>
    </>
  )
}
