import { complianceApi } from '@sherpa/api-client/compliance'
import { type AssociatedPayor, type PayorAttestation, payorAttestations } from '@sherpa/contracts/compliance'
import { Button, buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useToday } from '../../frame/use-today.ts'
import { silenceInWords } from '../disclosures/disclosure-words.ts'
import { useRemindPayor } from '../disclosures/use-remind-payor.ts'
import { NOT_ADVICE } from './verdict-words.ts'

const tones: Record<PayorAttestation, Tone> = {
  asked: 'quiet',
  opened: 'info',
  answered: 'info',
  attested: 'good',
  presumed: 'warning',
}

const rowClass = 'grid gap-x-6 gap-y-1.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.5fr)_11rem_9rem]'

/** Companies that are associated with a school, or that the clearinghouse may presume to be. */
export function Component() {
  const { id: organization, name } = useOrganization()
  const query = complianceApi.useAssociatedPayorsQuery({ organization })
  return (
    <>
      <ScreenHeading
        title="Associated entities"
        within={name}
        count={query.currentData?.payors.length}
        lead={<>Deals with payors that are associated with the athlete’s school get a closer review. {NOT_ADVICE}</>}
      />
      <Loaded query={query}>
        {({ payors }) =>
          payors.length === 0 ? (
            <EmptyState title="No associated entities">
              Record on a company which schools it is associated with: boosters, collectives, sponsors.
            </EmptyState>
          ) : (
            <div>
              {/* Each row says the same in words. */}
              <div
                aria-hidden="true"
                className={`${rowClass} border-b border-line pb-2 text-xs text-grey max-md:hidden`}
              >
                <span>Company</span>
                <span>School</span>
                <span>Association</span>
                <span>Attestation</span>
                <span>Next step</span>
              </div>
              <ul className="divide-y divide-line-soft text-sm max-md:border-t max-md:border-line">
                {payors.map((payor) => (
                  <Payor key={`${payor.company.id} ${payor.school?.id}`} payor={payor} />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
    </>
  )
}

function Payor({ payor: { company, school, reason, source, attestation } }: { payor: AssociatedPayor }) {
  const { id, may } = useOrganization()
  const home = `/organizations/${id}`
  const today = useToday()
  const association = `${home}/companies/${company.id}#compliance`
  return (
    <li className={`${rowClass} items-start py-3`}>
      <Link to={association} className="touch-area text-base font-medium break-words text-ink hover:underline">
        {company.name}
      </Link>
      <p className="break-words">
        {school?.id ? (
          <Link to={`${home}/companies/${school.id}`} className={`${textLinkClass} touch-area`}>
            {school.name}
          </Link>
        ) : (
          (school?.name ?? <span className="text-grey">School unknown</span>)
        )}
      </p>
      <div className="min-w-0 break-words">
        {reason ?? <p className="text-summit-ink">No association recorded. The clearinghouse may presume one.</p>}
        {source && <p className="text-xs text-grey">Source: {source}</p>}
      </div>
      <div>
        {attestation ? (
          <>
            <StatusBadge tone={tones[attestation.state]}>
              {attestation.state === 'presumed'
                ? silenceInWords(attestation.on, today)
                : payorAttestations[attestation.state]}
            </StatusBadge>
            <Link
              to={`${home}/compliance/${attestation.disclosureId}`}
              className="touch-area mt-1 block text-xs text-grey underline"
            >
              {attestation.state === 'attested' ? 'Attested' : 'Asked'} {shortCalendarDay(attestation.on)}
              <span className="sr-only">: open the report about {company.name}</span>
            </Link>
          </>
        ) : (
          <span className="text-grey">Not asked</span>
        )}
      </div>
      <div className="empty:hidden">
        {attestation && waiting.has(attestation.state) && may('disclosures.edit') ? (
          <RemindButton payor={company.name} disclosure={attestation.disclosureId} />
        ) : (
          !attestation && (
            <Link
              to={`${home}/companies/${company.id}/deals`}
              className={buttonClass({ look: 'secondary', size: 'small' })}
              aria-label={`Open deals of ${company.name}, to ask from a report`}
            >
              Open deals
            </Link>
          )
        )}
      </div>
    </li>
  )
}

/** States in which the payor has not answered. */
const waiting: ReadonlySet<PayorAttestation> = new Set(['asked', 'opened', 'presumed'])

function RemindButton({ payor, disclosure }: { payor: string; disclosure: string }) {
  const { busy, remindPayor } = useRemindPayor()
  return (
    <Button
      look="secondary"
      size="small"
      busy={busy}
      aria-label={`Remind payor: ${payor}`}
      onClick={() => remindPayor(disclosure)}
    >
      Remind payor
    </Button>
  )
}
