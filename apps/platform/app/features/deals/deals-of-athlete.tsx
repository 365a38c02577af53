import { dealsApi } from '@sherpa/api-client/deals'
import { type DealRow, dealKinds } from '@sherpa/contracts/deal'
import { totalInWords } from '@sherpa/contracts/list'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { useFirstPage } from '../../list/use-first-page.ts'
import { NothingYet, QuietButton } from '../athletes/record/panel-parts.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { DealStageBadge } from './deal-stage-badge.tsx'
import type { Findable } from './find-one.tsx'
import { NewDealDialog } from './new-deal-button.tsx'

const SHOWN = 5

export function DealsOfAthlete({ athlete }: { athlete: Findable }) {
  const { id: organization, may } = useOrganization()
  const [isAdding, setIsAdding] = useState(false)
  const deals = useFirstPage(
    dealsApi.endpoints.deals,
    { organization, query: { athlete: athlete.id, sort: '-active', limit: String(SHOWN) } },
    'deals',
  )
  const [page] = deals.currentData?.pages ?? []
  const rows: DealRow[] = page?.rows ?? []
  const mayAdd = may('deals.edit')
  if (rows.length === 0 && !mayAdd) return null
  return (
    <Panel
      title="Deals"
      actions={
        mayAdd && (
          <QuietButton name="Add deal" onClick={() => setIsAdding(true)}>
            Add
          </QuietButton>
        )
      }
    >
      {page && rows.length === 0 && <NothingYet>No deals yet</NothingYet>}
      {rows.length > 0 && (
        <ul className="-mt-4 divide-y divide-line-soft border-b border-line">
          {rows.map(({ id, title, kind, company, stage, amount, endsOn }) => (
            <li key={id} className="flex min-h-13 items-center gap-3 py-1.5 text-sm">
              <Avatar name={company.name} size="regular" shape="organization" />
              <div className="min-w-0 flex-1">
                <Link
                  to={`/organizations/${organization}/deals/${id}`}
                  className="block truncate text-base font-medium text-ink hover:underline"
                >
                  {title}
                </Link>
                <p className="truncate text-xs text-grey">
                  {dealKinds[kind]}
                  {endsOn && `, until ${shortCalendarDay(endsOn)}`}
                </p>
              </div>
              <div className="flex shrink-0 flex-col items-end">
                <DealStageBadge stage={stage} />
                {amount && (
                  <span className="font-medium text-ink tabular-nums">
                    {moneyInWords(amount.minor, amount.currency)}
                  </span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {page?.next && page.total && (
        <p className="pt-2">
          <Link to={`/organizations/${organization}/deals?athlete=${athlete.id}`} className={sectionLinkClass}>
            All {totalInWords(page.total)}
          </Link>
        </p>
      )}
      <NewDealDialog open={isAdding} athlete={athlete} onClose={() => setIsAdding(false)} />
    </Panel>
  )
}
