import { companiesApi } from '@sherpa/api-client/companies'
import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { type Company, companyKinds } from '@sherpa/contracts/company'
import { productCategories } from '@sherpa/contracts/exclusivity'
import { ownValue } from '@sherpa/contracts/own-value'
import { Button, buttonClass } from '@sherpa/ui/button'
import { MenuButton } from '@sherpa/ui/menu-button'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { stateOf } from '../../data/query-state.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { failureOf } from '../../forms/failure.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { Loaded } from '../../frame/loaded.tsx'
import { RecordNotFound } from '../../frame/record-not-found.tsx'
import { ScreenHeading, useScreenTitle } from '../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../frame/screen-place.ts'
import { ActionLabel } from '../../list/list-head.tsx'
import { MenuItem } from '../../list/row-menu.tsx'
import { usePhone } from '../../list/use-phone.ts'
import {
  activeDeals,
  moneyFigures,
  paysOnAverage,
  type RecordFigure,
  RecordFigures,
} from '../../records/record-figures.tsx'
import { RecordTabs } from '../../records/record-tabs.tsx'
import { RecordSkeleton } from '../athletes/record/record-skeleton.tsx'
import { LogCallButton } from '../contact-log/log-call-button.tsx'
import { LogProvider } from '../contact-log/log-context.tsx'
import { NewDealDialog } from '../deals/new-deal-button.tsx'
import { RecordPaymentDialog } from '../finances/record-payment-button.tsx'
import { logOfCompany } from './company-log.tsx'
import { OverviewTab, tabs } from './company-tabs.tsx'
import { MergeDialog, mayMerge } from './merge-companies.tsx'
import { OwnBadge } from './own-badge.tsx'
import { useCompanyChanges } from './use-company-changes.tsx'

export function Component() {
  const { company: id = '' } = useParams()
  const { id: organization, role, may } = useOrganization()
  const isPhone = usePhone()
  const company = companiesApi.useCompanyQuery({ organization, company: id })
  const seesMoney = may('money.view') && role !== 'athlete'
  const money = financesApi.useMoneyOfCompanyQuery({ organization, company: id }, { skip: !seesMoney })
  const counts = dealsApi.useDealCountsQuery({ organization, query: { company: id } })
  // It may be removed while open.
  if (company.isError && failureOf(company.error).code === 'not-found') {
    return (
      <RecordNotFound title="Company not found" list={{ path: 'companies', name: 'companies' }}>
        This company was removed or merged into another one.
      </RecordNotFound>
    )
  }
  // The header has its final size at once.
  const isLoading = [company, money, counts].some((query) => stateOf(query) === 'loading')
  const figures = [
    // On phones, the tab says how many deals there are.
    ...(counts.currentData && !isPhone ? [activeDeals(counts.currentData)] : []),
    ...moneyFigures(money.currentData?.sums ?? [], 'all'),
    ...paysOnAverage(money.currentData?.paysAfterDays ?? null),
  ]
  const deals = counts.currentData?.stages.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return (
    <>
      {(isLoading || stateOf(company) === 'failed') && (
        <div className={isLoading ? 'sr-only' : ''}>
          <ScreenHeading title="Company" />
        </div>
      )}
      {isLoading ? (
        <RecordSkeleton hasFigures hasTabs />
      ) : (
        <Loaded query={company}>
          {(data) => <CompanyRecord key={data.id} company={data} figures={figures} deals={deals} />}
        </Loaded>
      )}
    </>
  )
}

function CompanyRecord({
  company,
  figures,
  deals,
}: {
  company: Company
  figures: RecordFigure[]
  /** How many there are. */
  deals: number | undefined
}) {
  const { id: organization, role, may } = useOrganization()
  const { save, dialog } = useCompanyChanges(organization)
  const { pathname } = useLocation()
  const record = `/organizations/${organization}/companies/${company.id}`
  const tab = pathname.slice(record.length)
  const Tab = ownValue(tabs, tab) ?? OverviewTab
  const isColleague = role !== 'athlete'
  return (
    <LogProvider target={logOfCompany(company)}>
      <div>
        <Head company={company} figures={figures} isFolded={tab in tabs} />
        <RecordTabs
          record={record}
          tabs={[
            { path: '', name: 'Overview', isShown: true },
            { path: '/deals', name: 'Deals', count: deals, isShown: true },
            { path: '/money', name: 'Money', isShown: may('money.view') && isColleague },
            { path: '/proofs', name: 'Deliverables', isShown: true },
            { path: '/activity', name: 'Activity', isShown: isColleague },
          ]}
        />
        <Tab company={company} save={save} />
        {dialog}
      </div>
    </LogProvider>
  )
}

function Head({
  company,
  figures,
  isFolded,
}: {
  company: Company
  figures: RecordFigure[]
  /** To one line, on phones. */
  isFolded: boolean
}) {
  const { name: organization, role, may } = useOrganization()
  const heading = useScreenTitle(company.name, organization, company.id)
  useNameOfRecord(company.name)
  return (
    <header className="record-head flex flex-wrap items-center gap-x-6 gap-y-4" data-folded={isFolded || undefined}>
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-4 max-md:gap-3">
        <div className="folded-away">
          <Avatar name={company.name} size="large" shape="organization" />
        </div>
        <div className="relative min-w-0 flex-1 self-center">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h1 ref={heading} tabIndex={-1} className="min-w-0 text-[1.375rem] leading-7 break-words">
              {company.name}
            </h1>
            {company.isSelf && <OwnBadge />}
          </div>
          <p className="folded-away dotted-line mt-0.5 text-sm text-slate">
            <span>{companyKinds[company.kind]}</span>
            {company.category && <span>{productCategories[company.category]}</span>}
            {company.website && (
              <a
                href={company.website}
                target="_blank"
                rel="noopener noreferrer"
                className={`${textLinkClass} min-w-0 break-all`}
              >
                {company.website.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            )}
          </p>
          {figures.length > 0 && (
            <div className="mt-3 max-md:hidden">
              <RecordFigures figures={figures} />
            </div>
          )}
        </div>
      </div>
      <div className="record-actions flex items-center gap-2 max-md:w-full">
        <div className="folded-away contents">
          <LogCallButton />
          {may('deals.edit') && <NewDealWith company={company} />}
          {may('money.edit') && role !== 'athlete' && !company.isSelf && <RecordPaymentFrom company={company} />}
        </div>
        <MoreMenu company={company} />
      </div>
      {figures.length > 0 && (
        <div className="folded-away w-full md:hidden">
          <RecordFigures figures={figures} />
        </div>
      )}
    </header>
  )
}

function NewDealWith({ company }: { company: Company }) {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        onClick={() => setAdding(true)}
        className="whitespace-nowrap max-md:flex-1 max-sm:px-1.5"
      >
        <ToolIcon name="plus" className="size-4 max-sm:hidden" />
        New deal
      </Button>
      <NewDealDialog open={isAdding} company={company} onClose={() => setAdding(false)} />
    </>
  )
}

function RecordPaymentFrom({ company: { id, name } }: { company: Company }) {
  const [isRecording, setRecording] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        onClick={() => setRecording(true)}
        className="whitespace-nowrap max-md:flex-1 max-sm:px-1.5"
      >
        <ActionLabel verb="Record" noun="payment" />
      </Button>
      <RecordPaymentDialog
        known={isRecording ? { payer: { name, companyId: id } } : undefined}
        onClose={() => setRecording(false)}
      />
    </>
  )
}

function MoreMenu({ company }: { company: Company }) {
  const { id: organization, may } = useOrganization()
  const navigate = useNavigate()
  const [remove] = companiesApi.useRemoveCompanyMutation()
  const [asking, setAsking] = useState<'merge' | 'remove'>()
  const close = () => setAsking(undefined)
  if (!may('deals.edit') || (company.isSelf && !mayMerge(may))) return null
  return (
    <>
      <MenuButton
        align="end"
        name="More"
        buttonClass={`${buttonClass({ look: 'secondary' })} w-8 px-0 max-md:w-11`}
        label={<ToolIcon name="more" />}
      >
        {mayMerge(may) && <MenuItem onClick={() => setAsking('merge')}>Merge another company</MenuItem>}
        {!company.isSelf && <MenuItem onClick={() => setAsking('remove')}>Remove</MenuItem>}
      </MenuButton>
      <MergeDialog open={asking === 'merge'} company={company} onClose={close} />
      <ConfirmDialog
        open={asking === 'remove'}
        title={`Remove ${company.name}?`}
        confirm="Remove"
        confirming="Removing…"
        onClose={close}
        onConfirm={async () => {
          await remove({ organization, company: company.id }).unwrap()
          void navigate(`/organizations/${organization}/companies`)
        }}
      >
        <p className="text-sm">
          You can remove a company once it has no deals. Its subsidiaries move up to its parent.
        </p>
      </ConfirmDialog>
    </>
  )
}
