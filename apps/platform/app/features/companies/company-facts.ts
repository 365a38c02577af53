import { type Company, type CompanyChange, companyKinds } from '@sherpa/contracts/company'
import { productCategories } from '@sherpa/contracts/exclusivity'

export type CompanyChanges = CompanyChange['changes']
export type CompanyFact = keyof CompanyChanges

export const factLabels: Record<CompanyFact, string> = {
  name: 'Name',
  kind: 'Kind',
  category: 'Category',
  website: 'Website',
  parentId: 'Owner',
}

const words: Partial<Record<CompanyFact, Record<string, string>>> = { kind: companyKinds, category: productCategories }

/** A fact as people read it; empty, if there is none. The owner is known by its name elsewhere. */
export function factInWords(fact: CompanyFact, value: string | null | undefined): string {
  return (value && (words[fact]?.[value] ?? value)) || ''
}

function factOf(company: Company, fact: CompanyFact) {
  return (fact === 'parentId' ? company.parent?.id : company[fact]) ?? null
}

const factsIn = (changes: CompanyChanges) => Object.keys(changes) as CompanyFact[]

/** What was changed by me and by somebody else to different values, since I saw the company. */
export function contestedFacts(changes: CompanyChanges, seen: Company, present: Company): CompanyFact[] {
  return factsIn(changes).filter((fact) => {
    const theirs = factOf(present, fact)
    return theirs !== factOf(seen, fact) && theirs !== (changes[fact] || null)
  })
}

/** What undoes a change: all that it touches, as it was before. */
export function formerOf(changes: CompanyChanges, before: Company): CompanyChanges {
  return Object.fromEntries(factsIn(changes).map((fact) => [fact, factOf(before, fact)]))
}
