import { type Deal, missingTerms } from '@sherpa/contracts/deal'
import { textLinkClass } from '@sherpa/ui/text-link'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'
import { CompanyLinks } from './company-link.tsx'
import { currentTerms } from './contested-terms.ts'
import { GuardianStepLine } from './guardian-step.tsx'
import { isComplete, progressInWords, progressOf } from './progress.ts'
import { ProgressTrail } from './progress-trail.tsx'
import { useTermAddress } from './term-address.ts'

/** The trail of a deal. Once complete, it folds to one line, below what comes next. */
export function ProgressPanel({
  deal,
  actions,
  note,
  next,
}: {
  deal: Deal
  actions: ReactNode
  /** About a draft. */
  note?: ReactNode
  next?: { title: string; about: string; step: ReactNode } | undefined
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const steps = progressOf(deal)
  const { title, about } = progressInWords(deal, steps)
  const isFolded = isComplete(steps)
  // Deals in force have a notice of their own.
  const isGuardianShown = deal.guardianStep !== null && !deal.guardianMissing
  const isSecond = isFolded && next
  const heading = isSecond ? (
    <h3 className="text-sm font-normal">{title}.</h3>
  ) : (
    <h2 className={`break-words ${isFolded ? 'text-base' : 'text-lg leading-6 font-semibold text-ink'}`}>{title}</h2>
  )
  return (
    <section aria-label="Progress" className="progress-panel" data-folded={isFolded || undefined}>
      <div className="progress-text relative z-1">
        <div className="min-w-0 flex-1 basis-80">
          {isSecond && (
            <>
              <h2 className="text-lg leading-6 font-semibold break-words text-ink">{next.title}</h2>
              {next.about && <p className="text-sm break-words text-slate">{next.about}</p>}
            </>
          )}
          {isFolded ? (
            <div className="flex flex-wrap items-baseline gap-x-2 text-sm">
              {heading}
              {about && <p className="break-words">{about}</p>}
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={() => setOpen(!isOpen)}
                className={`touch-area min-h-6 cursor-pointer ${textLinkClass}`}
              >
                {`${isOpen ? 'Hide' : 'Show'} ${deal.versionInForce === null ? 'progress' : 'signatures'}`}
              </button>
            </div>
          ) : (
            <>
              {heading}
              {about && <p className="mt-0.5 text-sm">{about}</p>}
            </>
          )}
          {note && <p className="mt-0.5 text-sm empty:hidden">{note}</p>}
          <MissingTerms deal={deal} />
          {isGuardianShown && <GuardianStepLine deal={deal} />}
          <UnreachableAthlete deal={deal} />
          <CompanyLinks deal={deal} />
        </div>
        <div className="progress-actions flex flex-wrap gap-2 empty:hidden max-sm:*:flex-1">
          {isSecond && next.step}
          {actions}
        </div>
      </div>
      <div id={id}>{steps.length > 0 && (isOpen || !isFolded) && <ProgressTrail steps={steps} />}</div>
    </section>
  )
}

/** Nobody asked the athlete to sign: without an account there is no address to ask. */
function UnreachableAthlete({ deal: { athlete, athleteUnreachable } }: { deal: Deal }) {
  const { id: organization, may } = useOrganization()
  if (!athleteUnreachable) return null
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
      {athlete.name} has no account to sign with.
      {may('people.invite') && (
        <Link
          to={`/organizations/${organization}/athletes/${athlete.id}#invite`}
          className={`touch-area ${textLinkClass}`}
        >
          Invite athlete
        </Link>
      )}
    </p>
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
