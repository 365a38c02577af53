import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import type { Deal } from '@sherpa/contracts/deal'
import { useParams } from 'react-router'
import { stateOf } from '../../../data/query-state.ts'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded, Ready } from '../../../frame/loaded.tsx'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { SecondFactorNotice } from '../../../frame/second-factor-notice.tsx'
import { moneyFigures, type RecordFigure } from '../../../records/record-figures.tsx'
import { RecordSkeleton } from '../../athletes/record/record-skeleton.tsx'
import { DealVerdicts, RulesOfDraft, useVerdictsOf } from '../../compliance/deal-verdicts.tsx'
import { ReportOfDeal } from '../../disclosures/athlete-report.tsx'
import { DisclosuresOfDeal, useDisclosuresOf } from '../../disclosures/disclosures-of-record.tsx'
import { MissingFactsOf, useMissingFacts } from '../../disclosures/missing-facts.tsx'
import { figureLinksOfDeal, MoneyOfDeal } from '../../finances/money-panel.tsx'
import { TasksOfRecord, useTaskQueries } from '../../tasks/tasks-of-record.tsx'
import { AgeNotices } from './age-notices.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { currentTerms } from './contested-terms.ts'
import { ContractPanel } from './contract-panel.tsx'
import { NextSteps } from './deal-actions.tsx'
import { DealHead } from './deal-head.tsx'
import { DealNotFound } from './deal-not-found.tsx'
import { DealTimeline, EndReason, useTimelineOf } from './deal-timeline.tsx'
import { DeliverablesPanel } from './deliverables-panel.tsx'
import { DocumentsPanel, useDocumentsOf } from './documents-panel.tsx'
import { useKeyDatesOf } from './due-key-dates.tsx'
import { KeyDatesPanel } from './key-dates-panel.tsx'
import { LatePanel } from './late-panel.tsx'
import { NextStep, useNextOf } from './next-step-of-deal.tsx'
import { ObjectionNotice } from './objection-notice.tsx'
import { useDeliverablesOf } from './owed-deliverables.tsx'
import { PaydaysPanel } from './paydays-panel.tsx'
import { PaymentsPanel, usePaymentsOf } from './payments-panel.tsx'
import { ended } from './progress.ts'
import { ProgressPanel } from './progress-panel.tsx'
import { EditorFromAddress, termId } from './term-address.ts'
import { TermsPanel } from './terms-panel.tsx'
import { useDealChanges } from './use-deal-changes.tsx'
import { VersionsPanel } from './versions-panel.tsx'
import { YearsPanel } from './years-panel.tsx'

/** Playing contracts, and deals that ended before they were in force, are not reported to NIL Go. */
const isReportable = ({ kind, stage, versionInForce }: Deal) =>
  kind !== 'contract' && (versionInForce !== null || !ended.has(stage))

export function Component() {
  const { deal: id = '' } = useParams()
  const { id: organization, role, may } = useOrganization()
  const deal = dealsApi.useDealQuery({ organization, deal: id })
  const money = financesApi.useMoneyOfDealQuery({ organization, deal: id }, { skip: !may('money.view') })
  // Access may end while the deal is open.
  if (deal.isError && failureOf(deal.error).code === 'not-found') return <DealNotFound />
  // The header has its final size at once.
  const state = stateOf(money) === 'loading' ? 'loading' : stateOf(deal)
  const figures = moneyFigures(money.currentData?.sums ?? [], 'all', figureLinksOfDeal(organization, role, id))
  return (
    <>
      {state !== 'ready' && (
        <div className={state === 'loading' ? 'sr-only' : ''}>
          <ScreenHeading title="Deal" />
        </div>
      )}
      {state === 'loading' ? (
        <RecordSkeleton hasFigures={may('money.view')} />
      ) : (
        <Loaded query={deal}>{(data) => <DealRecord key={data.id} deal={data} figures={figures} />}</Loaded>
      )}
    </>
  )
}

function DealRecord({ deal, figures }: { deal: Deal; figures: RecordFigure[] }) {
  const { id: organization } = useOrganization()
  const { save, dialogs } = useDealChanges(organization)
  const about = { kind: 'deal', id: deal.id } as const
  // Wait for all queries, to avoid layout shifts.
  const queries = [
    usePaymentsOf(deal),
    useDeliverablesOf(deal),
    ...useTaskQueries(about),
    useKeyDatesOf(deal),
    useDocumentsOf(deal),
    useVerdictsOf(deal),
    useMissingFacts({ deal: deal.id }),
    useDisclosuresOf({ deal: deal.id }),
    useTimelineOf(deal),
  ]
  const next = useNextOf(deal)
  const hasYears = currentTerms(deal).years !== null
  return (
    <div>
      <DealHead deal={deal} figures={figures} />
      <Ready queries={queries}>
        {() => (
          <>
            <ProgressPanel
              deal={deal}
              actions={<NextSteps deal={deal} />}
              note={deal.stage === 'terminated' ? <EndReason deal={deal} /> : <RulesOfDraft deal={deal} />}
              next={
                next && {
                  title: next.title,
                  about: next.kind === 'key-date' ? next.row.effect : '',
                  step: <NextStep next={next} />,
                }
              }
            />
            <div className="record-body max-lg:pt-5">
              <div className="record-main">
                <div className="flex flex-col gap-7">
                  <AgeNotices deal={deal} />
                  <ObjectionNotice deal={deal} />
                  <ConflictNotice deal={deal} />
                  <LatePanel deal={deal} />
                  <MissingFactsOf of={{ deal: deal.id }} />
                  <ReportOfDeal deal={deal} />
                  {deal.money && (
                    <div id={termId('second-factor')} className="empty:hidden">
                      <SecondFactorNotice of="money.edit" />
                    </div>
                  )}
                  {hasYears && <YearsPanel deal={deal} save={save} />}
                  <PaydaysPanel deal={deal} />
                  <div className="flex flex-col gap-2 empty:hidden">
                    <PaymentsPanel deal={deal} save={save} />
                    <MoneyOfDeal deal={deal.id} />
                  </div>
                  {!hasYears && <YearsPanel deal={deal} save={save} />}
                  <DeliverablesPanel deal={deal} save={save} />
                  <DealVerdicts deal={deal} />
                  <TermsPanel deal={deal} save={save} />
                </div>
              </div>
              <div className="record-side flex flex-col gap-7">
                <KeyDatesPanel deal={deal} save={save} />
                <TasksOfRecord about={about} />
                {deal.versions.length > 1 && <VersionsPanel deal={deal} />}
                <ContractPanel deal={deal} />
                <DocumentsPanel deal={deal} />
                <DisclosuresOfDeal deal={deal.id} isReportable={isReportable(deal)} />
                <DealTimeline deal={deal} />
              </div>
              <EditorFromAddress />
            </div>
          </>
        )}
      </Ready>
      {dialogs}
    </div>
  )
}
