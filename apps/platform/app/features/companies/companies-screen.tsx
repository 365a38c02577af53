import { companiesApi } from '@sherpa/api-client/companies'
import { type CompanyRow, companiesQuery, companyKinds } from '@sherpa/contracts/company'
import { contactGaps } from '@sherpa/contracts/contact-log'
import { productCategories } from '@sherpa/contracts/exclusivity'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useNavigate } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import { ListHead } from '../../list/list-head.tsx'
import { ListView } from '../../list/list-view.tsx'
import { dayRangeFilter } from '../../list/range-filter.tsx'
import { useList } from '../../list/use-list.ts'
import { AddCompanyButton } from './add-company-button.tsx'
import { companyColumns } from './company-columns.tsx'

const filters: ChoiceFilter[] = [
  { name: 'kind', label: 'Kind', choices: companyKinds },
  { name: 'category', label: 'Category', choices: productCategories },
  { name: 'contact', label: 'Last contact', choices: contactGaps, most: 1, phrases: true },
]

/** Parents of the companies in the list. */
const parentFilter = (rows: readonly Pick<CompanyRow, 'parent'>[]): ChoiceFilter[] => {
  const parents = rows.flatMap(({ parent }) => (parent ? [[parent.id, parent.name] as const] : []))
  return parents.length > 0
    ? [{ name: 'parent', label: 'Parent company', choices: Object.fromEntries(parents), inMenu: true }]
    : []
}

export function Component() {
  const { id: organization, name, may } = useOrganization()
  const navigate = useNavigate()
  const address = useListAddress(companiesQuery)
  // The organization itself is no partner: it is listed only if someone searches for it.
  const query = address.state.search ? address.state : { ...address.state, own: 'no' }
  const list = useList(companiesApi.endpoints.companies, { organization, query }, 'companies')
  return (
    <ListView
      head={({ views }) => (
        <ListHead
          title="Companies"
          within={name}
          count={list.total}
          views={views}
          add={may('deals.edit') && <AddCompanyButton />}
        />
      )}
      views="companies"
      searchLabel="Search companies"
      filters={[
        ...filters,
        ...parentFilter(list.rows),
        dayRangeFilter(address, { name: 'contacted', label: 'Day of last contact' }),
      ]}
      label="Companies"
      list={list}
      address={address}
      columns={companyColumns(organization)}
      nameOf={(company) => company.name}
      onOpen={({ id }) => void navigate(`/organizations/${organization}/companies/${id}`)}
      empty={
        <EmptyState title="No companies yet">
          Brands, clubs and collectives you deal with appear here. Add one, or name it in a new deal.
        </EmptyState>
      }
      noMatch="No company matches"
    />
  )
}
