import { dealsApi } from '@sherpa/api-client/deals'
import { daysBetween } from '@sherpa/contracts/days'
import type { DeliverableRow } from '@sherpa/contracts/deal-work'
import { buttonClass } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { Link } from 'react-router'
import { dayOf, daysInWords, shortCalendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { useFirstPage } from '../../list/use-first-page.ts'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { DeliverableStateBadge } from './deliverable-state-badge.tsx'
import { ProofList } from './record/proof-list.tsx'
import { RemindAthlete } from './record/remind-athlete.tsx'

type Shown = 'open' | 'all'

const queries = {
  open: { state: 'planned,submitted,returned', limit: '5' },
  all: { sort: '-due', limit: '50' },
}

/** Deliverables: those without an accepted proof, the earliest first, or all. And the accepted ones, to count them. */
export function useProofsOf(company: string, shown: Shown) {
  const { id: organization } = useOrganization()
  const of = (query: object) => ({ organization, query: { company, ...query } })
  return [
    useFirstPage(dealsApi.endpoints.deliverables, of(queries[shown]), 'deliverables'),
    useFirstPage(dealsApi.endpoints.deliverables, of({ state: 'accepted', limit: '1' }), 'deliverables'),
  ] as const
}

/** Deliverables with their proofs and next step. */
export function ProofsOfCompany({ company, shown }: { company: string; shown: Shown }) {
  const { id: organization } = useOrganization()
  const [asked, accepted] = useProofsOf(company, shown)
  const [page] = asked.currentData?.pages ?? []
  const done = accepted.currentData?.pages[0]?.total?.count ?? 0
  if (!page) return null
  const rows: DeliverableRow[] = [...page.rows].sort(byUrgency)
  const all = (page.total?.count ?? 0) + (shown === 'open' ? done : 0)
  const to =
    shown === 'open' ? `companies/${company}/proofs` : `calendar/deliverables?${new URLSearchParams({ company })}`
  return (
    <Panel
      title="Deliverables"
      {...(all > 0 && { count: `${done} of ${all} accepted` })}
      empty={rows.length === 0 && (all > 0 ? `All ${all} accepted` : 'None yet')}
      actions={
        (shown === 'open' ? all > 0 : page.next !== null) && (
          <Link to={`/organizations/${organization}/${to}`} preventScrollReset className={sectionLinkClass}>
            All deliverables
          </Link>
        )
      }
    >
      {rows.length > 0 && (
        <ul className="-mt-4 divide-y divide-line-soft border-b border-line">
          {rows.map((row) => (
            <Deliverable key={row.id} row={row} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Open ones by their day, those without one after them; then the accepted ones, the latest first. */
function byUrgency(one: DeliverableRow, other: DeliverableRow) {
  if (Boolean(one.accepted) !== Boolean(other.accepted)) return one.accepted ? 1 : -1
  const [first, second] = one.accepted ? [other, one] : [one, other]
  return (first.dueOn ?? '~').localeCompare(second.dueOn ?? '~')
}

function Deliverable({ row }: { row: DeliverableRow }) {
  const { id: organization } = useOrganization()
  const { deal, athlete, title, dueOn, proofs } = row
  return (
    <li className="flex min-h-13 items-center gap-x-3 py-1.5 text-sm max-md:py-2">
      {/* On phones one column, beside the button. */}
      <div className="min-w-0 flex-1 md:contents">
        <div className="min-w-0 break-words md:flex-1">
          <Link
            to={`/organizations/${organization}/deals/${deal.id}`}
            className="touch-area text-base font-medium text-ink hover:underline"
          >
            {title}
          </Link>
          <p className="text-xs text-grey">
            {athlete.name}
            {dueOn && `, due ${shortCalendarDay(dueOn)}`}
          </p>
          {proofs.length > 0 && <ProofList row={row} />}
        </div>
        <p className="text-xs text-grey max-md:mt-1">
          <StateInWords row={row} />
        </p>
      </div>
      <span className="shrink-0 md:*:min-w-22">
        <NextStep row={row} />
      </span>
    </li>
  )
}

function StateInWords({ row }: { row: DeliverableRow }) {
  const today = useToday()
  const { accepted, dueOn, late, state } = row
  if (accepted) return `Accepted ${dayOf(accepted.at)}`
  if (late || state !== 'planned') return <DeliverableStateBadge row={row} today={today} />
  return dueOn ? daysInWords(daysBetween(today, dueOn)) : 'No date'
}

/** Check a proof, remind of a late one, or add one. */
function NextStep({ row: { id, deal, title, late, actions, athlete } }: { row: DeliverableRow }) {
  const { id: organization } = useOrganization()
  const ofDeal = `/organizations/${organization}/deals/${deal.id}`
  const linkClass = buttonClass({ look: 'secondary', size: 'small' })
  if (actions.includes('decide')) {
    return (
      <Link to={`${ofDeal}#accept-${id}`} aria-label={`Check proof of ${title}`} className={linkClass}>
        Check
      </Link>
    )
  }
  if (late && actions.includes('remind')) {
    return (
      <RemindAthlete deliverable={id} name={`Remind ${athlete.name} of ${title}`}>
        Remind
      </RemindAthlete>
    )
  }
  return (
    actions.includes('prove') && (
      <Link to={`${ofDeal}#prove-${id}`} aria-label={`Add proof of ${title}`} className={linkClass}>
        Add proof
      </Link>
    )
  )
}
