import { companiesApi } from '@sherpa/api-client/companies'
import { companyKinds } from '@sherpa/contracts/company'
import { useState } from 'react'
import { useAfterPause } from '../../data/use-after-pause.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { type Findable, FindOne } from '../deals/find-one.tsx'

const SHOWN = '8'

/** A company, or any other name. */
export type Payer = { name: string; companyId: string | null }

export function FindPayer({
  chosen,
  onChoose,
  error,
}: {
  chosen: Payer | undefined
  onChoose: (payer: Payer | undefined) => void
  error: string | undefined
}) {
  const { id: organization } = useOrganization()
  const [text, setText] = useState('')
  const search = useAfterPause(text)
  const { data, isFetching } = companiesApi.useCompaniesInfiniteQuery({
    organization,
    query: { limit: SHOWN, ...(search && { search }) },
  })
  const options = (data?.pages[0]?.rows ?? []).map(({ id, name, kind }) => ({ id, name, about: companyKinds[kind] }))
  return (
    <FindOne<Findable>
      name="payer"
      label="Payer"
      error={error}
      chosen={chosen && { id: chosen.companyId ?? '', name: chosen.name }}
      onChoose={(company) => onChoose(company && { name: company.name, companyId: company.id })}
      options={options}
      isSearching={isFetching || search !== text}
      onSearch={setText}
      add={{
        label: (name) => `Use “${name}” without a company`,
        act: (name) => onChoose({ name, companyId: null }),
      }}
    />
  )
}
