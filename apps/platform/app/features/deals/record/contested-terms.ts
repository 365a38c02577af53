import type { Deal, DealChange, DealTerm, SeenTerms, VersionNames } from '@sherpa/contracts/deal'
import type { Contested } from '../../../records/conflict-dialog.tsx'
import { termInWords, termLabels } from '../deal-words.ts'

export type DealChanges = DealChange['changes']

/** The terms of the newest version. */
export function newestTerms(deal: Deal) {
  const terms = deal.versions[0]?.terms
  if (!terms) throw new Error('A deal has a version.')
  return terms
}

/** What the newest version says it is called and whom it is between: as it was frozen, or of a draft as it is today. */
export function newestNames({ versions, title, athlete, company }: Deal): VersionNames {
  return versions[0]?.names ?? { title, athlete: athlete.name, company: company.name }
}

/** What was changed by me and by somebody else to different values since I saw the deal, as both texts. If nothing was, both stand. */
export function contestedIn(changes: DealChanges, seen: Deal, present: Deal): Contested[] {
  const { terms = {}, ...facts } = changes
  const [before, now] = [newestTerms(seen), newestTerms(present)]
  const ofTerms = (Object.keys(terms) as DealTerm[])
    .filter((term) => differs(now[term], before[term]) && differs(now[term], terms[term]))
    .map((term) => ({
      label: termLabels[term],
      mine: termInWords(term, { ...before, ...terms } as SeenTerms),
      theirs: termInWords(term, now),
    }))
  const contested: Contested[] = []
  if (facts.title !== undefined && present.title !== seen.title && present.title !== facts.title) {
    contested.push({ label: 'Title', mine: facts.title, theirs: present.title })
  }
  if (facts.leadId !== undefined && present.lead?.id !== seen.lead?.id && present.lead?.id !== facts.leadId) {
    contested.push({
      label: 'Lead',
      mine: facts.leadId ? 'Someone else' : 'Nobody',
      theirs: present.lead?.name ?? 'Nobody',
    })
  }
  return [...contested, ...ofTerms]
}

/** What undoes a change: all that it touches, as it was before. */
export function formerOf({ title, leadId, terms }: DealChanges, before: Deal): DealChanges {
  const was = newestTerms(before)
  return {
    ...(title !== undefined && { title: before.title }),
    ...(leadId !== undefined && { leadId: before.lead?.id ?? null }),
    ...(terms && { terms: Object.fromEntries(Object.keys(terms).map((term) => [term, was[term as DealTerm]])) }),
  }
}

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
