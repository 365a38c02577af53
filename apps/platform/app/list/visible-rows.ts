import { type RefObject, useEffect, useState } from 'react'

/** Overscan: extra rows for fast scrolling. */
const OVERSCAN = 15
/** Shorter lists are not virtualized, so that find-in-page and print work. */
const FEW = 150

export type Range = { first: number; end: number }

/** The visible range of a virtualized list. */
export function rangeInView(top: number, windowHeight: number, rowHeight: number, rows: number): Range {
  const first = Math.max(0, Math.floor(-top / rowHeight) - OVERSCAN)
  const end = Math.min(rows, Math.ceil((windowHeight - top) / rowHeight) + OVERSCAN)
  return { first: Math.min(first, rows), end: Math.max(end, 0) }
}

/** Virtualization with a fixed row height. */
export function useVisibleRows(body: RefObject<HTMLElement | null>, rowHeight: number, rows: number) {
  const [view, setView] = useState<Range>({ first: 0, end: FEW })

  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const top = body.current?.getBoundingClientRect().top ?? 0
      const next = rangeInView(top, window.innerHeight, rowHeight, rows)
      setView((before) => (before.first === next.first && before.end === next.end ? before : next))
    }
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', lookSoon, { passive: true })
    window.addEventListener('resize', lookSoon)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', lookSoon)
      window.removeEventListener('resize', lookSoon)
    }
  }, [body, rowHeight, rows])

  const drawn = rows <= FEW ? { first: 0, end: rows } : view
  return { drawn: { first: Math.min(drawn.first, rows), end: Math.min(drawn.end, rows) }, seen: view }
}
