import { dealsApi } from '@sherpa/api-client/deals'
import type { Deal } from '@sherpa/contracts/deal'
import { moneyInWords } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { namesOf } from './deal-names.ts'
import { DealStageBadge } from './deal-stage-badge.tsx'
import { AgeNotices } from './record/age-notices.tsx'
import { ConflictNotice } from './record/conflict-notice.tsx'
import { NextSteps } from './record/deal-actions.tsx'
import { DealLine } from './record/deal-head.tsx'
import { PaymentsPanel } from './record/payments-panel.tsx'
import { ProgressPanel } from './record/progress-panel.tsx'
import { TermsPanel } from './record/terms-panel.tsx'
import { useDealChanges } from './record/use-deal-changes.tsx'
import { YearsPanel } from './record/years-panel.tsx'

export function DealPanel({ id }: { id: string }) {
  const { id: organization } = useOrganization()
  const query = dealsApi.useDealQuery({ organization, deal: id })
  return <Loaded query={query}>{(deal) => <DealSummary deal={deal} />}</Loaded>
}

function DealSummary({ deal }: { deal: Deal }) {
  const { id: organization } = useOrganization()
  const { save, dialogs } = useDealChanges(organization)
  const { name, ownTitle } = namesOf(deal)
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-lg break-words">{name}</h2>
          {ownTitle && <p className="text-sm break-words text-slate">{ownTitle}</p>}
          <DealStageBadge stage={deal.stage} />
          <DealLine deal={deal} />
        </div>
        {deal.amount && (
          <p className="text-right">
            <span className="block text-xs text-grey">Amount</span>
            <span className="font-semibold text-ink tabular-nums">
              {moneyInWords(deal.amount.minor, deal.amount.currency)}
            </span>
          </p>
        )}
      </div>
      <ProgressPanel deal={deal} actions={<NextSteps deal={deal} isBesideList />} />
      <div className="record-main !pt-0">
        <div className="flex flex-col gap-7">
          <AgeNotices deal={deal} />
          <ConflictNotice deal={deal} />
          {deal.money && <SecondFactorNotice of="money.edit" />}
          <YearsPanel deal={deal} save={save} />
          <PaymentsPanel deal={deal} save={save} />
          <TermsPanel key={deal.id} deal={deal} save={save} />
        </div>
      </div>
      {dialogs}
    </>
  )
}
