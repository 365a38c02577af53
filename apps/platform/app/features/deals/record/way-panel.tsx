import type { Deal } from '@sherpa/contracts/deal'
import type { ReactNode } from 'react'
import { wayInWords, wayOf } from './way.ts'
import { WayTrail } from './way-trail.tsx'

/** How far the newest version is, whom it waits for, and what to do about it. */
export function WayPanel({ deal, actions }: { deal: Deal; actions: ReactNode }) {
  const way = wayOf(deal)
  const { title, about } = wayInWords(deal, way)
  return (
    <section aria-label="The way of this deal" className="way-panel">
      <div className="way-words relative z-1">
        <h2 className="text-lg leading-6 font-semibold text-ink">{title}</h2>
        {about && <p className="mt-0.5 text-sm">{about}</p>}
        {actions && <div className="mt-3 flex flex-wrap gap-2 max-sm:*:flex-1">{actions}</div>}
      </div>
      {way.length > 0 && <WayTrail way={way} />}
    </section>
  )
}
