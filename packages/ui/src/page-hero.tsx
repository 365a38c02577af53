import type { ReactNode } from 'react'
import { ContourLines } from './contour-lines.tsx'

/** The dark opening of a page: the way back, the title, and one sentence on what the page is for. */
export function PageHero({
  back,
  title,
  lead,
  children,
}: {
  back: ReactNode
  title: string
  lead: string
  children?: ReactNode
}) {
  return (
    <header className="on-dark relative isolate overflow-clip pt-28 pb-16 sm:pt-36 sm:pb-24">
      <ContourLines />
      <div className="page-width">
        {back}
        <h1 className="mt-6 max-w-4xl text-display">{title}</h1>
        <p className="mt-5 max-w-2xl text-lg">{lead}</p>
        {children && <div className="mt-8">{children}</div>}
      </div>
    </header>
  )
}
