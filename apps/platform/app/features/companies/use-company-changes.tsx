import { companiesApi } from '@sherpa/api-client/companies'
import { type Company, companyChange } from '@sherpa/contracts/company'
import { type Save, useChanges } from '../../records/use-changes.tsx'
import { useAppDispatch } from '../../store.ts'
import {
  type CompanyChanges,
  type CompanyFact,
  contestedFacts,
  factInWords,
  factLabels,
  formerOf,
} from './company-facts.ts'

export type SaveChanges = Save<Company, CompanyChanges>

export function useCompanyChanges(organization: string) {
  const [send] = companiesApi.useChangeCompanyMutation()
  const dispatch = useAppDispatch()
  return useChanges<Company, CompanyChanges>({
    schema: companyChange.shape.changes,
    send: (changes, { id, version }) => send({ organization, company: id, body: { version, changes } }).unwrap(),
    show(company) {
      const of = { organization, company: company.id }
      dispatch(companiesApi.util.updateQueryData('company', of, () => company))
    },
    contestedParts: contestedFacts,
    formerOf,
    inWords(part, changes, present) {
      const fact = part as Exclude<CompanyFact, 'parentId'>
      return {
        label: factLabels[fact],
        mine: factInWords(fact, changes[fact]),
        theirs: factInWords(fact, present[fact]),
      }
    },
  })
}
