import { MOST_MINOR } from '@sherpa/contracts/currency'
import type { ChangedTerms, DealKind, DealTerm, DealTerms, SeenTerms } from '@sherpa/contracts/deal'
import { dealTermNames, missingTerms, moneyTermNames, promisedMinor, TOO_MUCH_PROMISED } from '@sherpa/contracts/deal'
import { type PaymentObligation, paymentObligations, SIGNING_BONUS } from '@sherpa/contracts/payment-obligations'
import { Refusal } from '@sherpa/contracts/problem'
import { canonicalJson } from '../../canonical-json.ts'
import { refusalFor } from '../../http/access.ts'
import type { AgeFacts } from '../athletes/athletes.ts'
import { seesMoney, type Viewer } from './deal-access.ts'

/** Terms of a new deal. */
export function emptyTerms(currency: string): DealTerms {
  return {
    startsOn: null,
    endsOn: null,
    currency: currency as DealTerms['currency'],
    category: null,
    exclusivity: { kind: 'none' },
    territory: { kind: 'us' },
    usageRights: null,
    businessPurpose: null,
    payor: null,
    deliverables: [],
    keyDates: [],
    payments: [],
    fee: null,
    years: null,
  }
}

/**
 * Hidden terms cannot be written. Hidden parts of a visible term keep their value: the payor's address and the effects
 * of key dates.
 */
export function writableTerms(viewer: Viewer, before: DealTerms, changes: ChangedTerms): ChangedTerms {
  const changesToApply = seesMoney(viewer) ? changes : keepHiddenParts(before, changes)
  const changesAddress =
    changesToApply.payor !== undefined && (changesToApply.payor?.email ?? null) !== (before.payor?.email ?? null)
  const hidden = [
    ...Object.keys(changesToApply).filter((term) => moneyTermNames.has(term as DealTerm)),
    ...(changesAddress ? ['payor'] : []),
    ...(!seesMoney(viewer) && hasChangedEffects(before, changesToApply) ? ['keyDates'] : []),
  ]
  const refused = hidden.length > 0 && refusalFor(viewer.member, ['money.edit'])
  if (!refused) return changesToApply
  if (refused === 'second-factor-required') throw new Refusal(refused)
  const message = 'You don’t have permission to change amounts'
  throw new Refusal('invalid-fields', { errors: hidden.map((field) => ({ field, message })) })
}

function keepHiddenParts(before: DealTerms, changes: ChangedTerms): ChangedTerms {
  const { payor, keyDates } = changes
  const effectOf = (id: string) => before.keyDates.find((rule) => rule.id === id)?.effect
  return {
    ...changes,
    ...(payor && { payor: { ...payor, email: payor.email ?? before.payor?.email ?? null } }),
    ...(keyDates && {
      keyDates: keyDates.map((rule) => ({ ...rule, effect: rule.effect || (effectOf(rule.id) ?? '') })),
    }),
  }
}

function hasChangedEffects(before: DealTerms, { keyDates = [] }: ChangedTerms) {
  return keyDates.some(({ id, effect }) => effect !== (before.keyDates.find((rule) => rule.id === id)?.effect ?? ''))
}

export function requireValidTerms(terms: DealTerms) {
  const { startsOn, endsOn } = terms
  // Payments and years may be saved in separate requests, so the total is checked here too.
  if (promisedMinor(terms) > MOST_MINOR) {
    throw new Refusal('invalid-fields', { errors: [{ field: 'payments', message: TOO_MUCH_PROMISED }] })
  }
  if (startsOn && endsOn && endsOn < startsOn) {
    throw new Refusal('invalid-fields', {
      errors: [{ field: 'endsOn', message: 'Enter an end date after the start date' }],
    })
  }
}

/** Requires the fields that a review needs. */
export function requireComplete(kind: DealKind, terms: DealTerms) {
  const missing = missingTerms(kind, terms)
  if (missing.length > 0) throw new Refusal('deal-incomplete', { errors: missing })
}

/** Without `money.view`, removes amounts, the payor's address and the effects of key dates. */
export function redactTerms(viewer: Viewer, terms: DealTerms): SeenTerms {
  if (seesMoney(viewer)) return terms
  return {
    ...terms,
    payor: terms.payor && { ...terms.payor, email: null },
    keyDates: terms.keyDates.map((rule) => ({ ...rule, effect: '' })),
    currency: null,
    payments: null,
    fee: null,
    years: null,
  }
}

/** Merges changes; undefined fields keep their value. */
export function applyChanges(terms: DealTerms, changes: ChangedTerms): DealTerms {
  return {
    ...terms,
    ...(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as object),
  }
}

/** Unconditional total, cash and in kind. */
export function unconditionalAmount(terms: DealTerms): number {
  return sumOf(paymentObligations(terms).filter(({ condition }) => condition === null))
}

/** Maximum payout: all incentives earned, and the more expensive outcome of each option. */
export function maximumAmount(terms: DealTerms): number {
  const buyouts = (terms.years?.years ?? []).flatMap(({ option, baseMinor, rosterBonusMinor, otherBonusMinor }) =>
    option ? [Math.min(option.buyoutMinor, baseMinor + rosterBonusMinor + otherBonusMinor)] : [],
  )
  return sumOf(paymentObligations(terms)) - buyouts.reduce((sum, minor) => sum + minor, 0)
}

const sumOf = (payments: readonly PaymentObligation[]) =>
  payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/**
 * Clauses that count from the signing, by rule id, in canonical form. A clause that an amendment leaves unchanged keeps
 * its signing day.
 */
export function clausesFromSigning({ payments, keyDates, years }: DealTerms): Map<string, string> {
  const bonus = years?.signingBonusMinor ? [[SIGNING_BONUS, ''] as const] : []
  return new Map([
    ...payments.flatMap(({ id, schedule }) =>
      schedule.kind === 'signing' ? [[id, canonicalJson(schedule)] as const] : [],
    ),
    ...keyDates.flatMap(({ id, anchor, offset, zone }) =>
      anchor.kind === 'signing' ? [[id, canonicalJson({ offset, zone })] as const] : [],
    ),
    ...bonus,
  ])
}

/** Terms that differ, for the audit trail. */
export function describeChangedTerms(before: DealTerms, after: DealTerms) {
  return dealTermNames
    .filter((term) => canonicalJson(before[term]) !== canonicalJson(after[term]))
    .map((term) => ({ field: term, before: termAsJson(before, term), after: termAsJson(after, term) }))
}

const inCurrency: ReadonlySet<DealTerm> = new Set(['payments', 'fee', 'years'])

/** One term, readable without the others. */
function termAsJson(terms: DealTerms, term: DealTerm) {
  return JSON.stringify({ [term]: terms[term], ...(inCurrency.has(term) && { currency: terms.currency }) })
}

/** Age facts that determine the signers, and a correction that made the athlete an adult. Not hashed. */
export type FrozenAge = AgeFacts & { correction?: { at: string; by: string | null; reason: string | null } }

/** Snapshot that approvals, signatures and rules refer to. */
export type FrozenDeal = {
  deal: string
  number: number
  kind: DealKind
  title: string
  organization: { id: string; name: string }
  athlete: { id: string; name: string; level: string | null; minor: boolean }
  company: { id: string; name: string; kind: string; category: string | null }
  terms: DealTerms
  /** The contract PDF; the submitter confirmed that the terms match it. Absent in versions without one. */
  contract?: { name: string; sha256: string; termsMatch: true }
}
