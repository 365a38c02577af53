import { type Company, type CompanyChange, companyKinds } from '@sherpa/contracts/company'
import { productCategories } from '@sherpa/contracts/exclusivity'
import { plainFacts } from '../../records/plain-facts.ts'

export type CompanyChanges = CompanyChange['changes']
export type CompanyFact = keyof CompanyChanges

export const factLabels: Record<CompanyFact, string> = {
  name: 'Name',
  kind: 'Kind',
  category: 'Category',
  website: 'Website',
  parentId: 'Parent company',
}

const labels: Partial<Record<CompanyFact, Record<string, string>>> = { kind: companyKinds, category: productCategories }

/** Empty if not set. Does not resolve the parent's name. */
export function factInWords(fact: CompanyFact, value: string | null | undefined): string {
  return (value && (labels[fact]?.[value] ?? value)) || ''
}

function factOf(company: Company, fact: CompanyFact) {
  return (fact === 'parentId' ? company.parent?.id : company[fact]) ?? null
}

export const { contestedParts: contestedFacts, formerOf } = plainFacts<Company, CompanyChanges>(factOf)
