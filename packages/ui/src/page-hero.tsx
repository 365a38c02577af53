import type { ReactNode } from 'react'
import { ContourLines } from './contour-lines.tsx'

/** Dark page header with back link, title and description. */
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
