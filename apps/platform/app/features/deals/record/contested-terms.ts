import type { Deal, DealChange, DealTerm, LinkPurpose, SeenTerms } from '@sherpa/contracts/deal'
import { isOpen } from '@sherpa/contracts/deal-stage'
import { termLabels } from '@sherpa/contracts/field-labels'
import type { Contested } from '../../../records/conflict-dialog.tsx'
import { termInWords } from '../deal-words.ts'

export type DealChanges = DealChange['changes']

type Versions = Pick<Deal, 'versions' | 'versionInForce'>

/** The newest version, or the one in force if the amendment was declined or withdrawn. */
export function currentVersion(deal: Versions) {
  const [newest] = deal.versions
  if (!newest) throw new Error('A deal has a version.')
  return isOpen(newest.stage) ? newest : (signedVersion(deal) ?? newest)
}

export const currentTerms = (deal: Versions) => currentVersion(deal).terms

/** Before the first signature, the terms of the newest version. */
export const termsInForce = (deal: Versions) => (signedVersion(deal) ?? currentVersion(deal)).terms

const signedVersion = ({ versions, versionInForce }: Versions) =>
  versions.find(({ number }) => number === versionInForce)

/** Terms that both sides of an edit conflict changed to different values. */
export function contestedIn(changes: DealChanges, seen: Deal, present: Deal): Contested[] {
  const { terms = {}, ...facts } = changes
  const [before, now] = [currentTerms(seen), currentTerms(present)]
  const ofTerms = (Object.keys(terms) as DealTerm[])
    .filter((term) => differs(now[term], before[term]) && differs(now[term], terms[term]))
    .map((term) => ({
      label: termLabels[term],
      mine: termInWords(term, { ...before, ...terms } as SeenTerms),
      theirs: termInWords(term, now),
    }))
  const contested: Contested[] = []
  const [titleSeen, titleNow] = [currentVersion(seen).title, currentVersion(present).title]
  if (facts.title !== undefined && titleNow !== titleSeen && titleNow !== facts.title) {
    contested.push({ label: 'Title', mine: facts.title, theirs: titleNow })
  }
  if (facts.leadId !== undefined && present.lead?.id !== seen.lead?.id && present.lead?.id !== facts.leadId) {
    contested.push({
      label: 'Lead',
      mine: facts.leadId ? 'Someone else' : 'No lead',
      theirs: present.lead?.name ?? 'No lead',
    })
  }
  return [...contested, ...ofTerms]
}

/** The change that undoes another one. */
export function formerOf({ title, leadId, terms }: DealChanges, before: Deal): DealChanges {
  const was = currentTerms(before)
  return {
    ...(title !== undefined && { title: currentVersion(before).title }),
    ...(leadId !== undefined && { leadId: before.lead?.id ?? null }),
    ...(terms && { terms: Object.fromEntries(Object.keys(terms).map((term) => [term, was[term as DealTerm]])) }),
  }
}

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** The page shows the version in force; a signature is asked for the newest one. */
export function numberToSend({ versionInForce, newestVersion }: Deal, purpose: LinkPurpose) {
  return purpose === 'page' ? (versionInForce ?? newestVersion) : newestVersion
}
