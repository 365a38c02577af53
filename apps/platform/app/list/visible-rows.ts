import { type RefObject, useEffect, useState } from 'react'

/** Rows that are drawn beyond the edges of the window, so that quick scrolling does not show gaps. */
const BEYOND = 15
/** Up to here all rows are drawn: the browser can search and print them. */
const FEW = 150

export type Range = { first: number; end: number }

/** Which rows of a long list can be seen, by the position of its first row in the window. */
export function rangeInView(top: number, windowHeight: number, rowHeight: number, rows: number): Range {
  const first = Math.max(0, Math.floor(-top / rowHeight) - BEYOND)
  const end = Math.min(rows, Math.ceil((windowHeight - top) / rowHeight) + BEYOND)
  return { first: Math.min(first, rows), end: Math.max(end, 0) }
}

/** All rows have one height, so that where a row is can be computed. */
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
