import { dealsApi } from '@sherpa/api-client/deals'
import { dealsQuery } from '@sherpa/contracts/deal'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useAccount, useOrganization } from '../../frame/account-context.ts'
import { lazyPart } from '../../frame/on-demand.tsx'
import { useToday } from '../../frame/use-today.ts'
import { useListAddress } from '../../list/list-address.ts'
import { ListView } from '../../list/list-view.tsx'
import { useRecordPanel, WithRecordPanel } from '../../list/record-panel.tsx'
import { useList } from '../../list/use-list.ts'
import { useColleagues } from '../athletes/use-colleagues.ts'
import { ImportLink } from '../imports/import-link.tsx'
import { dealColumns } from './deal-columns.tsx'
import { dealFilters } from './deal-filters.tsx'
import { namesOf } from './deal-names.ts'
import { DealsHead } from './deals-head.tsx'
import { useImportAccess } from './import/use-import-access.ts'

const DealPanel = lazyPart(async () => (await import('./deal-panel.tsx')).DealPanel)

export function Component() {
  const { user } = useAccount()
  const { id: organization, role, may } = useOrganization()
  const address = useListAddress(dealsQuery)
  const list = useList(dealsApi.endpoints.deals, { organization, query: address.state }, 'deals')
  const panel = useRecordPanel((id) => `/organizations/${organization}/deals/${id}`)
  const colleagues = useColleagues()
  const today = useToday()
  return (
    <WithRecordPanel panel={panel} list={list} label="Deal" record={(id) => <DealPanel id={id} />}>
      <ListView
        head={({ views, isEmpty }) => (
          <DealsHead
            title={role === 'athlete' ? 'My deals' : 'Deals'}
            count={list.total}
            views={views}
            address={address}
            layout="list"
            isEmpty={isEmpty}
          />
        )}
        views="deals"
        searchLabel="Search deals"
        filters={dealFilters(
          { colleagues, me: user.id, rows: list.rows, address, seesMoney: may('money.view') },
          'list',
        )}
        label="Deals"
        list={list}
        address={address}
        columns={dealColumns(panel, may('money.view'), today)}
        nameOf={(deal) => namesOf(deal).name}
        onOpen={({ id }) => panel.show(id)}
        opened={panel.id}
        empty={<NoDeals />}
        noMatch="No deal matches"
      />
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
    <EmptyState title="No deals yet" action={isGranted && <ImportLink to="deals/import" />}>
      Contracts, NIL and sponsorships appear here with their stage, from first draft to last payment.
      {may('deals.edit') && ` Start with a new deal${isGranted ? ', or import those already signed' : ''}.`}
    </EmptyState>
  )
}
