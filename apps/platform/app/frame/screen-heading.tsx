import { type ReactNode, useEffect, useRef } from 'react'
import { documentTitle } from './document-title.ts'
import { sectionLabel } from './organization-sections.ts'
import { useScreenPlace } from './screen-place.ts'

/** The first heading after a page load needs no focus. */
let firstIsShown = false

/** Sets the document title, and focuses the h1 when `begun` changes. */
export function useScreenTitle(title: string, within?: string, begun = [title, within].join(' ')) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = documentTitle(title, within)
  }, [title, within])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new screen
  useEffect(() => {
    if (firstIsShown) heading.current?.focus({ preventScroll: true })
    firstIsShown = true
  }, [begun])
  return heading
}

/** The h1 of a screen. Sets the document title and takes focus. */
export function ScreenHeading({
  title,
  within,
  count,
  lead,
  actions,
}: {
  title: string
  /** The context in the document title, such as the organization. */
  within?: string
  /** The number of rows. */
  count?: ReactNode
  lead?: ReactNode
  /** Buttons beside the heading. */
  actions?: ReactNode
}) {
  const heading = useScreenTitle(title, within)
  const { place } = useScreenPlace()
  // On phones the top bar shows the title, except for records, where it links back to the list.
  const labels = place ? [place.label, sectionLabel(place.label, 'athlete')] : []
  const isInBar = labels.includes(title) && !place?.record
  const isSilentOnPhones = isInBar && !lead && !actions
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 ${isSilentOnPhones ? 'max-md:sr-only' : ''}`}
    >
      <div className="min-w-0 flex-1 basis-72 max-md:basis-40">
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
