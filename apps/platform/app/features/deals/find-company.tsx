import { companiesApi } from '@sherpa/api-client/companies'
import { type CompanyKind, type CompanyRow, companyKinds } from '@sherpa/contracts/company'
import type { DealKind } from '@sherpa/contracts/deal'
import { productCategories } from '@sherpa/contracts/exclusivity'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { useAfterPause } from '../../data/use-after-pause.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { type Findable, FindOne } from './find-one.tsx'

const SHOWN = '8'

export type FoundCompany = Findable & Pick<CompanyRow, 'category'>

/** Playing contracts are with clubs, most others with brands. */
const usualKinds: Record<DealKind, CompanyKind> = { contract: 'club', nil: 'brand', sponsorship: 'brand' }

/** A missing company can be added by name; its details follow on its record. */
export function FindCompany({
  kind,
  chosen,
  onChoose,
  error,
}: {
  kind: DealKind
  chosen: FoundCompany | undefined
  onChoose: (company: FoundCompany | undefined) => void
  error: string | undefined
}) {
  const { id: organization } = useOrganization()
  const [text, setText] = useState('')
  const search = useAfterPause(text)
  const { data, isFetching } = companiesApi.useCompaniesInfiniteQuery({
    organization,
    query: { limit: SHOWN, ...(search && { search }) },
  })
  const [addCompany] = companiesApi.useAddCompanyMutation()
  const [removeCompany] = companiesApi.useRemoveCompanyMutation()
  const { run } = useAction()
  const [page] = data?.pages ?? []
  const options = (page?.rows ?? []).map((company) => ({
    id: company.id,
    name: company.name,
    about: [companyKinds[company.kind], company.category && productCategories[company.category]]
      .filter(Boolean)
      .join(', '),
    category: company.category,
  }))

  function add(name: string) {
    void run(async () => {
      const company = await addCompany({ organization, body: { name, kind: usualKinds[kind] } }).unwrap()
      onChoose(company)
      showToast('success', `${company.name} added to companies.`, {
        label: 'Undo',
        act: () => run(() => remove(company.id)),
      })
    })
  }

  async function remove(company: string) {
    await removeCompany({ organization, company }).unwrap()
    onChoose(undefined)
  }

  return (
    <FindOne
      name="companyId"
      label={kind === 'contract' ? 'Club' : 'Company'}
      error={error}
      chosen={chosen}
      onChoose={onChoose}
      options={options}
      isSearching={isFetching || search !== text}
      onSearch={setText}
      add={{ label: (name) => `Add “${name}” as a new ${usualKinds[kind] === 'club' ? 'club' : 'company'}`, act: add }}
    />
  )
}
