import { useEffect, useState } from 'react'
import { throttled } from './throttle'

/** Distance of the reading line from the top. */
const READING_LINE_PX = 160
const THROTTLE_MS = 66

/** The last section whose top has passed the reading line; at the end of the page, the last one. */
export function sectionBeingRead<Id extends string>(tops: readonly (readonly [Id, number])[], atEnd: boolean) {
  if (atEnd) return tops.at(-1)?.[0]
  return tops.findLast(([, top]) => top <= READING_LINE_PX)?.[0] ?? tops[0]?.[0]
}

/** Id of the section being read; undefined before measuring. */
export function useReadingPosition(ids: readonly string[]) {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const update = () => {
      const tops = ids.flatMap((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top === undefined ? [] : [[id, top] as const]
      })
      const page = document.documentElement
      setCurrent(sectionBeingRead(tops, window.scrollY + window.innerHeight >= page.scrollHeight - 1))
    }
    const onScroll = throttled(update, THROTTLE_MS)
    update()
    window.addEventListener('scroll', onScroll.call, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll.call)
      onScroll.cancel()
    }
  }, [ids])
  return current
}
