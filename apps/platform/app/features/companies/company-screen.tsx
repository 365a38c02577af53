import { companiesApi } from '@sherpa/api-client/companies'
import { type Company, companyKinds } from '@sherpa/contracts/company'
import { productCategories } from '@sherpa/contracts/exclusivity'
import { buttonClass } from '@sherpa/ui/button'
import { MenuButton } from '@sherpa/ui/menu-button'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { stateOf } from '../../data/query-state.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { failureOf } from '../../forms/failure.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading, useScreenTitle } from '../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../frame/screen-place.ts'
import { MenuItem } from '../../list/row-menu.tsx'
import { NothingYet } from '../athletes/record/panel-parts.tsx'
import { RecordSkeleton } from '../athletes/record/record-skeleton.tsx'
import { LogCallButton } from '../contact-log/log-call-button.tsx'
import { LogProvider } from '../contact-log/log-context.tsx'
import { TasksOfRecord } from '../tasks/tasks-of-record.tsx'
import { CompanyContacts } from './company-contacts.tsx'
import { CompanyFacts } from './company-facts-panel.tsx'
import { CompanyLog, logOfCompany } from './company-log.tsx'
import { Duplicates, MergeDialog, MergedCompanies, mayMerge } from './merge-companies.tsx'
import { OwnBadge } from './own-badge.tsx'
import { useCompanyChanges } from './use-company-changes.tsx'

export function Component() {
  const { company: id = '' } = useParams()
  const { id: organization } = useOrganization()
  const company = companiesApi.useCompanyQuery({ organization, company: id })
  // It may be removed while open.
  if (company.isError && failureOf(company.error).code === 'not-found') return <NotFound />
  const state = stateOf(company)
  return (
    <>
      {state !== 'ready' && (
        <div className={state === 'loading' ? 'sr-only' : ''}>
          <ScreenHeading title="Company" />
        </div>
      )}
      {state === 'loading' ? (
        <RecordSkeleton />
      ) : (
        <Loaded query={company}>{(data) => <CompanyRecord key={data.id} company={data} />}</Loaded>
      )}
    </>
  )
}

function CompanyRecord({ company }: { company: Company }) {
  const { id: organization } = useOrganization()
  const { save, dialog } = useCompanyChanges(organization)
  return (
    <LogProvider target={logOfCompany(company)}>
      <div>
        <Head company={company} />
        <div className="record-body">
          <div className="record-main">
            <div className="flex flex-col gap-7">
              <Duplicates company={company} />
              <MergedCompanies company={company} />
              <TasksOfRecord about={{ kind: 'company', id: company.id }} />
              <CompanyFacts company={company} save={save} />
              <CompanyContacts company={company} />
            </div>
          </div>
          <aside aria-label="Deals, related companies and contact log" className="record-side">
            <div className="flex flex-col gap-7">
              <Deals company={company} />
              <Related company={company} />
              <CompanyLog company={company} />
            </div>
          </aside>
        </div>
        {dialog}
      </div>
    </LogProvider>
  )
}

function Head({ company }: { company: Company }) {
  const { name: organization } = useOrganization()
  const heading = useScreenTitle(company.name, organization, company.id)
  useNameOfRecord(company.name)
  return (
    <header className="record-head flex flex-wrap items-center gap-x-6 gap-y-4">
      <div className="flex min-w-0 flex-1 items-start gap-4 max-md:gap-3">
        <Avatar name={company.name} size="large" shape="organization" />
        <div className="relative min-w-0 flex-1 self-center">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h1 ref={heading} tabIndex={-1} className="min-w-0 text-[1.375rem] leading-7 break-words">
              {company.name}
            </h1>
            {company.isSelf && <OwnBadge />}
          </div>
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-slate">
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
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full">
        <LogCallButton />
        <MoreMenu company={company} />
      </div>
    </header>
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

function Deals({ company }: { company: Company }) {
  const { id: organization } = useOrganization()
  const { deals } = company
  return (
    <Panel title="Deals">
      {deals === 0 ? (
        <NothingYet>No deals yet</NothingYet>
      ) : (
        <p className="-mt-1 text-sm">
          <Link to={`/organizations/${organization}/deals?company=${company.id}`} className={textLinkClass}>
            {deals === 1 ? '1 deal' : `${deals.toLocaleString('en-US')} deals`} with {company.name}
          </Link>
        </p>
      )}
    </Panel>
  )
}

function Related({ company: { parent, owns } }: { company: Company }) {
  return (
    <>
      {parent && (
        <Panel title="Parent company" lead="Deals are totaled across companies with the same parent.">
          <CompanyLinks companies={[parent]} />
        </Panel>
      )}
      {owns.length > 0 && (
        <Panel title="Subsidiaries">
          <CompanyLinks companies={owns} />
        </Panel>
      )}
    </>
  )
}

function CompanyLinks({ companies }: { companies: Company['owns'] }) {
  const { id: organization } = useOrganization()
  return (
    <ul className="-mt-3 divide-y divide-line-soft text-sm">
      {companies.map(({ id, name }) => (
        <li key={id} className="py-2">
          <Link to={`/organizations/${organization}/companies/${id}`} className={`${textLinkClass} break-words`}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function NotFound() {
  const { id } = useOrganization()
  return (
    <div className="flex flex-col items-start gap-4">
      <ScreenHeading title="Company not found" />
      <p className="max-w-[60ch]">This company was removed or merged into another one.</p>
      <Link to={`/organizations/${id}/companies`} className={buttonClass({ look: 'secondary' })}>
        Go to companies
      </Link>
    </div>
  )
}
