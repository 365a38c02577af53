import { homeApi } from '@sherpa/api-client/home'
import type { Company } from '@sherpa/contracts/company'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import type { ComponentProps, ComponentType } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { Ready } from '../../frame/loaded.tsx'
import { hasNone } from '../../list/use-first-page.ts'
import { Panels } from '../../records/panels.tsx'
import { CompanyCompliancePanel, useCompanyCompliance } from '../compliance/company-compliance-panel.tsx'
import { DealsOfRecord, useDealsOf } from '../deals/deals-of-record.tsx'
import { ProofsOfCompany, useProofsOf } from '../deals/proofs-of-company.tsx'
import { PaymentsOfRecord, usePaymentsOf } from '../finances/payments-of-record.tsx'
import { AttentionCard } from '../home/attention-card.tsx'
import { TasksOfRecord, useTaskQueries } from '../tasks/tasks-of-record.tsx'
import { CompanyContacts } from './company-contacts.tsx'
import { CompanyFacts } from './company-facts-panel.tsx'
import { CompanyLog } from './company-log.tsx'
import { Duplicates, MergedCompanies } from './merge-companies.tsx'

const DEALS_IN_OVERVIEW = 5
const DEALS_IN_TAB = 20

type TabProps = { company: Company; save: ComponentProps<typeof CompanyFacts>['save'] }

/** By the end of the address. */
export const tabs: Record<string, ComponentType<TabProps>> = {
  '/deals': DealsTab,
  '/money': MoneyTab,
  '/proofs': ProofsTab,
  '/activity': ActivityTab,
}

/** What needs attention, deals, money and proofs; contacts and the latest entries beside them. */
export function OverviewTab({ company, save }: TabProps) {
  const { id: organization } = useOrganization()
  const record = `companies/${company.id}`
  const whose = { company: company.id }
  const about = { kind: 'company', id: company.id } as const
  const needs = homeApi.useNeedsQuery({ organization, query: whose })
  const [deals, dealMoney] = useDealsOf(whose, DEALS_IN_OVERVIEW)
  const payments = usePaymentsOf(whose)
  const proofs = useProofsOf(company.id, 'open')
  // Wait for all queries, to avoid layout shifts.
  const queries = [
    needs,
    deals,
    dealMoney,
    payments,
    ...proofs,
    ...useTaskQueries(about),
    useCompanyCompliance(company.id),
  ]
  return (
    <Ready queries={queries}>
      {() => (
        <div className="record-body">
          <div className="record-main">
            <Panels
              panels={[
                { id: 'duplicates', panel: <Duplicates company={company} /> },
                { id: 'merged', panel: <MergedCompanies company={company} /> },
                {
                  id: 'attention',
                  panel: needs.currentData && <AttentionCard needs={needs.currentData} of="company" />,
                },
                {
                  id: 'deals',
                  isEmpty: hasNone(deals),
                  panel: (
                    <DealsOfRecord
                      whose={whose}
                      most={DEALS_IN_OVERVIEW}
                      all={`${record}/deals`}
                      preset={{ company }}
                    />
                  ),
                },
                { id: 'payments', isEmpty: hasNone(payments), panel: <PaymentsOfRecord whose={whose} /> },
                {
                  id: 'proofs',
                  isEmpty: hasNone(proofs[0]),
                  panel: <ProofsOfCompany company={company.id} shown="open" />,
                },
                { id: 'tasks', panel: <TasksOfRecord about={about} /> },
                { id: 'facts', panel: <CompanyFacts company={company} save={save} /> },
                { id: 'compliance', panel: <CompanyCompliancePanel company={company} /> },
              ]}
            />
          </div>
          <aside aria-label="Contacts, related companies and contact log" className="record-side">
            <div className="flex flex-col gap-7">
              <CompanyContacts company={company} />
              <Related company={company} />
              <CompanyLog company={company} most={LATEST} />
            </div>
          </aside>
        </div>
      )}
    </Ready>
  )
}

const LATEST = 3

function DealsTab({ company }: TabProps) {
  const whose = { company: company.id }
  return (
    <div className="record-main">
      <Ready queries={[...useDealsOf(whose, DEALS_IN_TAB)]}>
        {() => <DealsOfRecord whose={whose} most={DEALS_IN_TAB} isTab preset={{ company }} />}
      </Ready>
    </div>
  )
}

function MoneyTab({ company }: TabProps) {
  const whose = { company: company.id }
  return (
    <div className="record-main">
      <Ready queries={[usePaymentsOf(whose), usePaymentsOf(whose, 'received')]}>
        {() => (
          <div className="flex flex-col gap-7">
            <PaymentsOfRecord whose={whose} />
            <PaymentsOfRecord whose={whose} shown="received" />
          </div>
        )}
      </Ready>
    </div>
  )
}

function ProofsTab({ company }: TabProps) {
  return (
    <div className="record-main">
      <Ready queries={[...useProofsOf(company.id, 'all')]}>
        {() => <ProofsOfCompany company={company.id} shown="all" />}
      </Ready>
    </div>
  )
}

function ActivityTab({ company }: TabProps) {
  return (
    <div className="record-main">
      <div className="max-w-160">
        <CompanyLog company={company} />
      </div>
    </div>
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
