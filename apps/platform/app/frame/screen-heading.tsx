import { type ReactNode, useEffect, useRef } from 'react'
import { documentTitle } from './document-title.ts'

/** The page's first heading is where the browser begins by itself; each further one is where something new has begun. */
let firstIsShown = false

/** The one h1 of a screen. It names the document, and takes the focus when the screen appears. */
export function ScreenHeading({
  title,
  within,
  lead,
  actions,
}: {
  title: string
  /** What the screen belongs to, such as the organization's name. */
  within?: string
  lead?: ReactNode
  /** Beside the heading. */
  actions?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = documentTitle(title, within)
    if (firstIsShown) heading.current?.focus({ preventScroll: true })
    firstIsShown = true
  }, [title, within])
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-72">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          {title}
        </h1>
        {lead && <p className="mt-2 max-w-[68ch]">{lead}</p>}
      </div>
      {actions}
    </div>
  )
}
