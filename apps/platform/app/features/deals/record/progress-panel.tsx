import type { Deal } from '@sherpa/contracts/deal'
import type { ReactNode } from 'react'
import { progressInWords, progressOf } from './progress.ts'
import { ProgressTrail } from './progress-trail.tsx'

export function ProgressPanel({ deal, actions }: { deal: Deal; actions: ReactNode }) {
  const steps = progressOf(deal)
  const { title, about } = progressInWords(deal, steps)
  return (
    <section aria-label="Progress" className="progress-panel">
      <div className="progress-text relative z-1">
        <h2 className="text-lg leading-6 font-semibold text-ink">{title}</h2>
        {about && <p className="mt-0.5 text-sm">{about}</p>}
        {actions && <div className="mt-3 flex flex-wrap gap-2 max-sm:*:flex-1">{actions}</div>}
      </div>
      {steps.length > 0 && <ProgressTrail steps={steps} />}
    </section>
  )
}
