import { dealsApi } from '@sherpa/api-client/deals'
import type { DeliverableRow } from '@sherpa/contracts/deal-work'
import { Panel } from '@sherpa/ui/panel'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { useFirstPage } from '../../list/use-first-page.ts'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { DeliverableStateBadge } from './deliverable-state-badge.tsx'

const SHOWN = 5
const TO_DO = 'planned,submitted,returned'

/** Deliverables without an accepted proof, the earliest first. */
export function useOpenDeliverablesOf(company: string) {
  const { id: organization } = useOrganization()
  const query = { company, state: TO_DO, limit: String(SHOWN) }
  return useFirstPage(dealsApi.endpoints.deliverables, { organization, query }, 'deliverables')
}

export function DeliverablesOfCompany({ company }: { company: string }) {
  const { id: organization } = useOrganization()
  const [page] = useOpenDeliverablesOf(company).currentData?.pages ?? []
  if (!page) return null
  const rows: DeliverableRow[] = page.rows
  return (
    <Panel
      title="Deliverables"
      empty={rows.length === 0 && 'Nothing to do'}
      actions={
        <Link
          to={`/organizations/${organization}/calendar/deliverables?${new URLSearchParams({ company })}`}
          className={sectionLinkClass}
        >
          All deliverables
        </Link>
      }
    >
      {rows.length > 0 && (
        <ul className="-mt-4 divide-y divide-line-soft border-b border-line">
          {rows.map((row) => (
            <li key={row.id} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
              <span className="w-24 shrink-0 text-grey tabular-nums">
                {row.dueOn ? shortCalendarDay(row.dueOn) : 'No date'}
              </span>
              <span className="min-w-0 flex-1 basis-40 break-words">
                <Link
                  to={`/organizations/${organization}/deals/${row.deal.id}`}
                  className="touch-area font-medium text-ink hover:underline"
                >
                  {row.title}
                </Link>{' '}
                <span className="text-grey">{row.athlete.name}</span>
              </span>
              <span className="text-xs text-grey">
                {row.proofs.length > 0 && (row.proofs.length === 1 ? '1 proof' : `${row.proofs.length} proofs`)}
              </span>
              <DeliverableStateBadge row={row} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
