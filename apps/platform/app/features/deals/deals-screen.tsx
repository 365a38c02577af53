import { dealsApi } from '@sherpa/api-client/deals'
import { dealsQuery } from '@sherpa/contracts/deal'
import { totalInWords } from '@sherpa/contracts/list'
import { buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Link } from 'react-router'
import { useAccount, useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useListAddress } from '../../list/list-address.ts'
import { ListView } from '../../list/list-view.tsx'
import { useRecordPanel, WithRecordPanel } from '../../list/record-panel.tsx'
import { useList } from '../../list/use-list.ts'
import { useColleagues } from '../athletes/use-colleagues.ts'
import { ImportLink } from '../imports/import-link.tsx'
import { dealColumns } from './deal-columns.tsx'
import { dealFilters } from './deal-filters.ts'
import { DealPanel } from './deal-panel.tsx'
import { DealsActions } from './deals-actions.tsx'
import { useImportAccess } from './import/use-import-access.ts'

export function Component() {
  const { user } = useAccount()
  const { id: organization, name, role, may } = useOrganization()
  const address = useListAddress(dealsQuery)
  const list = useList(dealsApi.endpoints.deals, { organization, query: address.state }, 'deals')
  const panel = useRecordPanel((id) => `/organizations/${organization}/deals/${id}`)
  const colleagues = useColleagues()
  return (
    <WithRecordPanel panel={panel} list={list} label="Deal" record={(id) => <DealPanel id={id} />}>
      <ScreenHeading
        title={role === 'athlete' ? 'My deals' : 'Deals'}
        within={name}
        count={list.total && totalInWords(list.total)}
        actions={<DealsActions address={address} layout="list" />}
      />
      <div className="flex flex-col gap-3">
        <ListView
          views="deals"
          searchLabel="Search deals"
          filters={dealFilters({ colleagues, me: user.id, rows: list.rows, address }, 'list')}
          label="Deals"
          list={list}
          address={address}
          columns={dealColumns(panel, may('money.view'))}
          nameOf={({ title }) => title}
          onOpen={({ id }) => panel.show(id)}
          opened={panel.id}
          empty={<NoDeals />}
          noMatch="No deal matches"
        />
      </div>
    </WithRecordPanel>
  )
}

function NoDeals() {
  const { role, may } = useOrganization()
  const { isGranted } = useImportAccess()
  if (role === 'athlete') {
    return <EmptyState title="You have no deals yet">Your deals appear here. You can sign them here too.</EmptyState>
  }
  return (
    <EmptyState
      title="No deals yet"
      action={
        may('deals.edit') && (
          <div className="flex flex-wrap justify-center gap-2">
            <Link to="#new" className={buttonClass({ look: 'secondary', size: 'small' })}>
              New deal
            </Link>
            {isGranted && <ImportLink to="deals/import" />}
          </div>
        )
      }
    >
      Contracts, NIL and sponsorships appear here with their stage, from first draft to last payment.
    </EmptyState>
  )
}
