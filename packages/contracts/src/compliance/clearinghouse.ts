import { promisedMinor } from '../deal.ts'
import { hasBeenSigned } from '../deal-stage.ts'
import type { DealInput, JudgedDeal, Verdict } from './judgment.ts'
import { isEndorsement } from './subject.ts'
import { cannotJudge, notApplicable } from './verdicts.ts'

/** The clearinghouse started with deals of this day. */
export const CLEARINGHOUSE_FROM = '2025-07-01'
/** Total with one payor from which deals are reported. */
export const REPORTED_FROM_MINOR = 600_00

/** The verdict on deals that the clearinghouse does not see. Undefined: it may see this one. */
export function outsideClearinghouse({ deal, athlete }: DealInput, { prospects = false } = {}): Verdict | undefined {
  if (!isEndorsement(deal)) return notApplicable('Playing contracts are not reported to NIL Go.')
  if (deal.company.kind === 'school') return notApplicable('Pay from a school is not a third-party deal.')
  if (athlete.level === 'pro') return notApplicable('NIL Go is for college athletes.')
  if (athlete.level === 'high-school' && !prospects) {
    return notApplicable('High-school deals are reviewed after enrollment at a Division I school.')
  }
  if (athlete.division === null) return athlete.level === 'college' ? cannotJudge('athlete.division') : undefined
  return athlete.division === 'ncaa-1' ? undefined : notApplicable('NIL Go is for NCAA Division I.')
}

/** Deals that the clearinghouse adds up: third-party deals that were agreed in the period. */
export function agreedSince({ otherDeals }: DealInput, from: string, until = '9999-12-31'): JudgedDeal[] {
  return otherDeals.filter(
    (other) =>
      isEndorsement(other) &&
      other.company.kind !== 'school' &&
      // A signed deal without a day counts, so that a missing day hides nothing.
      (other.agreedOn === null ? hasBeenSigned(other.stage) : other.agreedOn >= from && other.agreedOn <= until),
  )
}

export type DealValue = {
  /** With in-kind and conditional pay. */
  fixedMinor: number
  /** Estimated. */
  royaltyMinor: number
  hasRoyalties: boolean
  /** Of royalties without an estimate nobody knows what they reach. */
  isOpenEnded: boolean
}

export type UnknownValue = { missing: 'deal.amount' | 'deal.dollars' }

export function readValue({ terms, amountUnknown }: JudgedDeal): DealValue | UnknownValue {
  if (amountUnknown || (terms.payments.length === 0 && !terms.years)) return { missing: 'deal.amount' }
  if (terms.currency !== 'USD') return { missing: 'deal.dollars' }
  const royalties = terms.payments.filter(({ kind }) => kind === 'royalty')
  const royaltyMinor = promisedMinor({ payments: royalties, years: null })
  const promised = promisedMinor(terms)
  // Terms that promise 0 say nothing about the amount.
  if (promised === 0 && royalties.length === 0) return { missing: 'deal.amount' }
  const isOpenEnded = royalties.some(({ amountMinor }) => amountMinor === 0)
  return { fixedMinor: promised - royaltyMinor, royaltyMinor, hasRoyalties: royalties.length > 0, isOpenEnded }
}

/** Deals of the athlete with the same payor or companies under common ownership, this one included. */
export function payorDeals(input: DealInput, from: string): JudgedDeal[] {
  const { owner } = input.deal.company
  return [input.deal, ...agreedSince(input, from).filter(({ company }) => company.owner === owner)]
}

export type Totals = DealValue & { unknown: UnknownValue['missing'][] }

export function totalOf(deals: readonly JudgedDeal[]): Totals {
  const totals: Totals = { fixedMinor: 0, royaltyMinor: 0, hasRoyalties: false, isOpenEnded: false, unknown: [] }
  for (const value of deals.map(readValue)) {
    if ('missing' in value) totals.unknown.push(value.missing)
    else {
      totals.fixedMinor += value.fixedMinor
      totals.royaltyMinor += value.royaltyMinor
      totals.hasRoyalties ||= value.hasRoyalties
      totals.isOpenEnded ||= value.isOpenEnded
    }
  }
  return totals
}
