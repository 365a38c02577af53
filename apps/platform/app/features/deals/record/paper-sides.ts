import type { Deal, SigningSide } from '@sherpa/contracts/deal'
import type { ExpectedSigners } from '@sherpa/contracts/signer-name'
import { currentTerms, currentVersion } from './contested-terms.ts'
import { missingSignatures } from './progress.ts'

/** Signers named in the newest version. */
export function signersOf(deal: Deal): ExpectedSigners {
  const payor = currentTerms(deal).payor?.name
  return { athlete: [currentVersion(deal).athlete], guardian: deal.guardians, company: payor ? [payor] : [] }
}

/** Parties whose signature is missing or whose copy can be replaced. */
export function paperSides(
  deal: Pick<Deal, 'sides' | 'signatures' | 'newestVersion' | 'versionInForce' | 'guardianMissing'>,
) {
  if (deal.guardianMissing && deal.versionInForce !== null) {
    return { number: deal.versionInForce, offered: [{ side: 'guardian' as const, replaces: undefined }] }
  }
  const missing = missingSignatures(deal)
  const onPaper = new Map(
    deal.signatures
      .filter(({ method, number }) => method === 'paper' && number === deal.newestVersion)
      .map(({ side, name }) => [side, name]),
  )
  const offered = deal.sides
    .filter((side) => missing.includes(side) || onPaper.has(side))
    .map((side): { side: SigningSide; replaces: string | undefined } => ({ side, replaces: onPaper.get(side) }))
  return { number: deal.newestVersion, offered }
}
