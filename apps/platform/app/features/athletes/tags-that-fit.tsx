import type { AthleteTag } from '@sherpa/contracts/athlete'
import { useLayoutEffect, useRef, useState } from 'react'

const tagClass =
  'h-5 max-w-full truncate rounded-tag border border-line bg-ground px-1.5 text-xs leading-[1.125rem] text-slate'

/** As many tags as fit, then "+3". */
export function TagsThatFit({ tags }: { tags: AthleteTag[] }) {
  const room = useRef<HTMLSpanElement>(null)
  const [fitting, setFitting] = useState(tags.length)
  useLayoutEffect(() => {
    if (!room.current) return
    const observer = new ResizeObserver(([{ target } = {}]) => {
      // Tags that don't fit wrap to a hidden second line.
      const shown = [...(target?.children ?? [])] as HTMLElement[]
      setFitting(shown.filter(({ offsetTop }) => offsetTop === shown[0]?.offsetTop).length)
    })
    observer.observe(room.current)
    return () => observer.disconnect()
  }, [])
  const further = tags.length - Math.min(fitting, tags.length)
  return (
    <span className="flex items-center gap-1" title={further > 0 ? tags.map(({ name }) => name).join(', ') : undefined}>
      <span ref={room} className="flex h-5 min-w-0 flex-1 flex-wrap gap-1 overflow-hidden">
        {tags.map(({ id, name }) => (
          <span key={id} className={tagClass}>
            {name}
          </span>
        ))}
      </span>
      {further > 0 && (
        <span aria-hidden="true" className="text-xs text-grey">
          +{further}
        </span>
      )}
    </span>
  )
}
