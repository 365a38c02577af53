import { type Deal, missingTerms } from '@sherpa/contracts/deal'
import { textLinkClass } from '@sherpa/ui/text-link'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CompanyLinks } from './company-link.tsx'
import { currentTerms } from './contested-terms.ts'
import { progressInWords, progressOf } from './progress.ts'
import { ProgressTrail } from './progress-trail.tsx'
import { useTermAddress } from './term-address.ts'

export function ProgressPanel({ deal, actions }: { deal: Deal; actions: ReactNode }) {
  const steps = progressOf(deal)
  const { title, about } = progressInWords(deal, steps)
  return (
    <section aria-label="Progress" className="progress-panel">
      <div className="progress-text relative z-1">
        <h2 className="text-lg leading-6 font-semibold text-ink">{title}</h2>
        {about && <p className="mt-0.5 text-sm">{about}</p>}
        <MissingTerms deal={deal} />
        <CompanyLinks deal={deal} />
        {actions && <div className="mt-3 flex flex-wrap gap-2 max-sm:*:flex-1">{actions}</div>}
      </div>
      {steps.length > 0 && <ProgressTrail steps={steps} />}
    </section>
  )
}

/** What a draft needs before it can be submitted, each a link to its editor. */
function MissingTerms({ deal }: { deal: Deal }) {
  const addressOf = useTermAddress(deal)
  const missing = deal.actions.includes('submit') ? missingTerms(deal.kind, currentTerms(deal)) : []
  if (missing.length === 0) return null
  return (
    <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <p id="missing-terms" className="font-medium text-ink">
        Needed to submit
      </p>
      <ul aria-labelledby="missing-terms" className="flex flex-wrap gap-x-4 gap-y-1">
        {missing.map(({ field, message }) => (
          <li key={field}>
            <Link to={addressOf(field)} className={`touch-area ${textLinkClass}`}>
              {message}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
