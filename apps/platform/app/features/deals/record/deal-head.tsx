import type { Deal } from '@sherpa/contracts/deal'
import { Link } from 'react-router'
import { moneyInWords } from '../../../data/money.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Avatar } from '../../../frame/avatar.tsx'
import { useScreenTitle } from '../../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../../frame/screen-place.ts'
import { type RecordFigure, RecordFigures } from '../../../records/record-figures.tsx'
import { DealStageBadge } from '../deal-stage-badge.tsx'
import { dealLine } from '../deal-words.ts'
import { termsInForce } from './contested-terms.ts'
import { MoreActions } from './deal-actions.tsx'

const linkClass = 'touch-area min-w-0 break-words hover:underline'

export function DealHead({ deal, figures }: { deal: Deal; figures: readonly RecordFigure[] }) {
  const { id: organization, name, role, may } = useOrganization()
  const heading = useScreenTitle(deal.title, name, deal.id)
  useNameOfRecord(deal.title)
  // The usual title has the links.
  const isNamedByParties = deal.title === `${deal.athlete.name} × ${deal.company.name}`
  const athlete = may('athletes.view') ? (
    <Link to={`/organizations/${organization}/athletes/${deal.athlete.id}`} className={linkClass}>
      {deal.athlete.name}
    </Link>
  ) : (
    isNamedByParties && deal.athlete.name
  )
  const company =
    role === 'athlete' ? (
      isNamedByParties && deal.company.name
    ) : (
      <Link to={`/organizations/${organization}/companies/${deal.company.id}`} className={linkClass}>
        {deal.company.name}
      </Link>
    )
  return (
    <header className="record-head !border-b-0 flex flex-wrap items-center gap-x-6 gap-y-4">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-4 max-md:gap-3">
        <Avatar name={deal.company.name} size="large" shape="organization" />
        <div className="min-w-0 flex-1 self-center">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h1 ref={heading} tabIndex={-1} className="min-w-0 text-[1.375rem] leading-7 break-words">
              {isNamedByParties ? (
                <>
                  {athlete} × {company}
                </>
              ) : (
                deal.title
              )}
            </h1>
            <DealStageBadge stage={deal.stage} />
          </div>
          <DealLine deal={deal} />
          {!isNamedByParties && (
            <p className="flex flex-wrap gap-x-4 text-sm font-medium text-glacier">
              {athlete}
              {company}
            </p>
          )}
        </div>
      </div>
      <div className="flex items-center gap-4 max-md:w-full max-md:justify-between max-md:[&>dl]:flex-1">
        {deal.money && (
          <RecordFigures
            figures={withAmount(
              deal.amount ? moneyInWords(deal.amount.minor, deal.amount.currency) : 'Not set',
              figures,
            )}
          />
        )}
        <MoreActions deal={deal} />
      </div>
    </header>
  )
}

/** One figure, if all of it was received. */
function withAmount(amount: string, figures: readonly RecordFigure[]): RecordFigure[] {
  const [only, second] = figures
  if (only && !second && only.value === amount) return [{ ...only, name: 'Received in full' }]
  return [{ name: 'Amount', value: amount }, ...figures]
}

export function DealLine({ deal }: { deal: Deal }) {
  return (
    <p className="dotted-line mt-0.5 text-sm text-slate">
      {dealLine(deal, termsInForce(deal)).map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  )
}
