import { type Company, type CompanyChange, companyKinds } from '@sherpa/contracts/company'
import { productCategories } from '@sherpa/contracts/exclusivity'

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

const factsIn = (changes: CompanyChanges) => Object.keys(changes) as CompanyFact[]

/** Facts that both sides of an edit conflict changed to different values. */
export function contestedFacts(changes: CompanyChanges, seen: Company, present: Company): CompanyFact[] {
  return factsIn(changes).filter((fact) => {
    const theirs = factOf(present, fact)
    return theirs !== factOf(seen, fact) && theirs !== (changes[fact] || null)
  })
}

/** The change that undoes another one. */
export function formerOf(changes: CompanyChanges, before: Company): CompanyChanges {
  return Object.fromEntries(factsIn(changes).map((fact) => [fact, factOf(before, fact)]))
}
