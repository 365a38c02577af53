import type { Deal, SigningSide } from '@sherpa/contracts/deal'
import type { ExpectedSigners } from '@sherpa/contracts/signer-name'
import { currentTerms, currentVersion } from './contested-terms.ts'
import { signsStill } from './way.ts'

/** Whom the newest version names for each side. */
export function signersOf(deal: Deal): ExpectedSigners {
  const payor = currentTerms(deal).payor?.name
  return { athlete: [currentVersion(deal).athlete], guardian: deal.guardians, company: payor ? [payor] : [] }
}

/** The sides that a signed copy can be added for: those that are missing, and those whose copy can be replaced. */
export function paperSides(deal: Pick<Deal, 'sides' | 'signatures' | 'newest'>) {
  const missing = signsStill(deal)
  const onPaper = new Map(
    deal.signatures
      .filter(({ method, number }) => method === 'paper' && number === deal.newest)
      .map(({ side, name }) => [side, name]),
  )
  const offered = deal.sides
    .filter((side) => missing.includes(side) || onPaper.has(side))
    .map((side): { side: SigningSide; replaces: string | undefined } => ({ side, replaces: onPaper.get(side) }))
  // Which one it is, is for people to say, unless only one is left.
  return { offered, only: missing.length === 1 ? missing[0] : undefined }
}
