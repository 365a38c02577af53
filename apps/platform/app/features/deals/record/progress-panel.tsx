import { type Deal, missingTerms } from '@sherpa/contracts/deal'
import { textLinkClass } from '@sherpa/ui/text-link'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { CompanyLinks } from './company-link.tsx'
import { currentTerms } from './contested-terms.ts'
import { isComplete, progressInWords, progressOf } from './progress.ts'
import { ProgressTrail } from './progress-trail.tsx'
import { useTermAddress } from './term-address.ts'

/** The trail of a deal. Once complete, it folds to one line. */
export function ProgressPanel({ deal, actions }: { deal: Deal; actions: ReactNode }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const steps = progressOf(deal)
  const { title, about } = progressInWords(deal, steps)
  const isFolded = isComplete(steps)
  const heading = <h2 className={isFolded ? 'text-base' : 'text-lg leading-6 font-semibold text-ink'}>{title}</h2>
  return (
    <section aria-label="Progress" className="progress-panel" data-folded={isFolded || undefined}>
      <div className="progress-text relative z-1">
        {isFolded ? (
          <div className="flex flex-wrap items-baseline gap-x-2 text-sm">
            {heading}
            {about && <p>{about}</p>}
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
              className={`touch-area cursor-pointer ${textLinkClass}`}
            >
              {isOpen ? 'Hide signatures' : 'Signatures'}
            </button>
          </div>
        ) : (
          <>
            {heading}
            {about && <p className="mt-0.5 text-sm">{about}</p>}
          </>
        )}
        <MissingTerms deal={deal} />
        <CompanyLinks deal={deal} />
        {actions && <div className="mt-3 flex flex-wrap gap-2 empty:hidden max-sm:*:flex-1">{actions}</div>}
      </div>
      <div id={id}>{steps.length > 0 && (isOpen || !isFolded) && <ProgressTrail steps={steps} />}</div>
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
