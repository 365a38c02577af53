import type { Athlete } from '@sherpa/contracts/athlete'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useId, useRef, useState } from 'react'

/** Delay that lets the pointer move from the badge to its tooltip. */
const CLOSE_DELAY_MS = 400

/** Marks minors; a tooltip explains the consequences. */
export function Under18Badge({ athlete: { age, sensitive } }: { athlete: Athlete }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(closing.current), [])

  const hoverProps = {
    onPointerEnter: () => {
      clearTimeout(closing.current)
      setOpen(true)
    },
    onPointerLeave: () => {
      closing.current = setTimeout(setOpen, CLOSE_DELAY_MS, false)
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
        {...hoverProps}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        className="relative z-1 inline-flex items-center gap-1 rounded-full bg-summit-pale px-2 py-0.5 text-xs font-medium whitespace-nowrap text-summit-ink after:absolute after:inset-x-0 after:-inset-y-3"
      >
        <ToolIcon name="lock" className="size-3" />
        {age === null && sensitive ? 'Age unknown' : 'Under 18'}
      </button>
      <span
        id={id}
        role="tooltip"
        {...hoverProps}
        hidden={!isOpen}
        className="absolute top-full left-0 z-20 mt-1 w-max max-w-[min(20rem,100%)] rounded-md bg-ground p-3 text-sm text-slate shadow-pop"
      >
        {age === null && 'Without a birth date, this athlete is treated as under 18. '}
        Contact details of athletes under 18 are hidden. Viewing them is logged.
      </span>
    </>
  )
}
