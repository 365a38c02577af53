import { type ReactNode, useEffect, useRef } from 'react'
import { documentTitle } from './document-title.ts'
import { useScreenPlace } from './screen-place.ts'

/** The page's first heading is where the browser begins by itself; each further one is where something new has begun. */
let firstIsShown = false

/** For the one h1 of a screen: names the document, and gives the heading the focus when something new has begun. */
export function useScreenTitle(title: string, within?: string, begun = [title, within].join(' ')) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = documentTitle(title, within)
  }, [title, within])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it tells what has begun
  useEffect(() => {
    if (firstIsShown) heading.current?.focus({ preventScroll: true })
    firstIsShown = true
  }, [begun])
  return heading
}

/** The one h1 of a screen. It names the document, and takes the focus when the screen appears. */
export function ScreenHeading({
  title,
  within,
  count,
  lead,
  actions,
}: {
  title: string
  /** What the screen belongs to, such as the organization's name. */
  within?: string
  /** How many there are of what the screen lists. */
  count?: ReactNode
  lead?: ReactNode
  /** Beside the heading. */
  actions?: ReactNode
}) {
  const heading = useScreenTitle(title, within)
  const { place } = useScreenPlace()
  // On phones the bar above says it already, but for a record: there it leads back to the list.
  const isInBar = place?.label === title && !place.record
  const isSilentOnPhones = isInBar && !lead && !actions
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 ${isSilentOnPhones ? 'max-md:sr-only' : ''}`}
    >
      <div className="min-w-0 flex-1 basis-72">
        <div className={`flex flex-wrap items-baseline gap-x-2 ${isInBar ? 'max-md:sr-only' : ''}`}>
          <h1 ref={heading} tabIndex={-1} className="min-w-0 text-2xl">
            {title}
          </h1>
          {count !== undefined && <span className="text-sm text-grey tabular-nums">{count}</span>}
        </div>
        {lead && <p className="max-w-[72ch] text-sm text-grey">{lead}</p>}
      </div>
      {actions}
    </div>
  )
}
