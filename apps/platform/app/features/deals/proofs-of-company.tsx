import { dealsApi } from '@sherpa/api-client/deals'
import type { DeliverableRow } from '@sherpa/contracts/deal-work'
import { Panel } from '@sherpa/ui/panel'
import { Link } from 'react-router'
import { dayOf, shortCalendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { useFirstPage } from '../../list/use-first-page.ts'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { DeliverableStateBadge } from './deliverable-state-badge.tsx'
import { ProofList } from './record/proof-list.tsx'

type Shown = 'open' | 'all'

const queries = {
  open: { state: 'planned,submitted,returned', limit: '5' },
  all: { sort: '-due', limit: '50' },
}

/** Deliverables: those without an accepted proof, the earliest first, or all, the latest first. And the accepted ones,
 * to count them.
 */
export function useProofsOf(company: string, shown: Shown) {
  const { id: organization } = useOrganization()
  const of = (query: object) => ({ organization, query: { company, ...query } })
  return [
    useFirstPage(dealsApi.endpoints.deliverables, of(queries[shown]), 'deliverables'),
    useFirstPage(dealsApi.endpoints.deliverables, of({ state: 'accepted', limit: '1' }), 'deliverables'),
  ] as const
}

/** Deliverables with their proofs. */
export function ProofsOfCompany({ company, shown }: { company: string; shown: Shown }) {
  const { id: organization } = useOrganization()
  const [asked, accepted] = useProofsOf(company, shown)
  const [page] = asked.currentData?.pages ?? []
  const done = accepted.currentData?.pages[0]?.total?.count ?? 0
  if (!page) return null
  const rows: DeliverableRow[] = page.rows
  const all = (page.total?.count ?? 0) + (shown === 'open' ? done : 0)
  return (
    <Panel
      title="Proofs"
      {...(all > 0 && { count: `${done} of ${all} accepted` })}
      empty={rows.length === 0 && (all > 0 ? `All ${all} accepted` : 'None yet')}
      actions={
        shown === 'open' ? (
          all > 0 && (
            <Link
              to={`/organizations/${organization}/companies/${company}/proofs`}
              preventScrollReset
              className={sectionLinkClass}
            >
              All proofs
            </Link>
          )
        ) : (
          <Link
            to={`/organizations/${organization}/calendar/deliverables?${new URLSearchParams({ company })}`}
            className={sectionLinkClass}
          >
            All deliverables
          </Link>
        )
      }
    >
      {rows.length > 0 && (
        <ul className="-mt-4 divide-y divide-line-soft border-b border-line">
          {rows.map((row) => (
            <li key={row.id} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
              <span className="w-24 shrink-0 text-grey tabular-nums">
                {row.dueOn ? shortCalendarDay(row.dueOn) : 'No date'}
              </span>
              <div className="min-w-0 flex-1 basis-40 break-words">
                <Link
                  to={`/organizations/${organization}/deals/${row.deal.id}`}
                  className="touch-area font-medium text-ink hover:underline"
                >
                  {row.title}
                </Link>{' '}
                <span className="text-grey">{row.athlete.name}</span>
                {row.proofs.length > 0 && <ProofList row={row} />}
              </div>
              {row.accepted ? (
                <span className="text-xs text-grey">Accepted {dayOf(row.accepted.at)}</span>
              ) : (
                <DeliverableStateBadge row={row} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
