import { createHash } from 'node:crypto'
import { optionHolders } from '@sherpa/contracts/contract-years'
import { MOST_MINOR } from '@sherpa/contracts/currency'
import type { ChangedTerms, DealKind, DealTerm, DealTerms, SeenTerms } from '@sherpa/contracts/deal'
import { dealTermNames, moneyTermNames, promisedMinor, TOO_MUCH_PROMISED } from '@sherpa/contracts/deal'
import { expandPayments, type ScheduledPayment } from '@sherpa/contracts/payment-schedule'
import { Refusal } from '@sherpa/contracts/problem'
import { refusalFor } from '../../http/access.ts'
import { seesMoney, type Viewer } from './deal-access.ts'

/** What a new deal begins with. */
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

/** What one may not see, one may not write. */
export function requireMayWriteTerms(viewer: Viewer, terms: ChangedTerms) {
  const hidden = Object.keys(terms).filter((term) => moneyTermNames.has(term as DealTerm))
  const refused = hidden.length > 0 && refusalFor(viewer.member, ['money.edit'])
  if (!refused) return
  if (refused === 'second-factor-required') throw new Refusal(refused)
  const message = 'You don’t have permission to change amounts'
  throw new Refusal('invalid-fields', { errors: hidden.map((field) => ({ field, message })) })
}

export function requireSensibleTerms(terms: DealTerms) {
  const { startsOn, endsOn } = terms
  // Payments and years may have been entered one after the other.
  if (promisedMinor(terms) > MOST_MINOR) {
    throw new Refusal('invalid-fields', { errors: [{ field: 'payments', message: TOO_MUCH_PROMISED }] })
  }
  if (startsOn && endsOn && endsOn < startsOn) {
    throw new Refusal('invalid-fields', { errors: [{ field: 'endsOn', message: 'The end is before the start' }] })
  }
}

/** What must be known before people are asked to decide. */
export function requireComplete(kind: DealKind, terms: DealTerms) {
  const missing = [
    ...(terms.startsOn ? [] : [{ field: 'startsOn', message: 'Enter when it starts' }]),
    ...(terms.payments.length > 0 || terms.years ? [] : [{ field: 'payments', message: 'Enter what is paid' }]),
    ...(kind === 'nil' && !terms.businessPurpose
      ? [{ field: 'businessPurpose', message: 'Enter why the company makes this deal' }]
      : []),
  ]
  if (missing.length > 0) throw new Refusal('deal-incomplete', { errors: missing })
}

/** As far as the viewer may see them. What an option or a date means for the money is for those who see money. */
export function termsSeenBy(viewer: Viewer, terms: DealTerms): SeenTerms {
  if (seesMoney(viewer)) return terms
  return {
    ...terms,
    keyDates: terms.keyDates.map((rule) => ({ ...rule, effect: '' })),
    payments: null,
    fee: null,
    years: null,
  }
}

/** What was there before, but for what is to be changed. */
export function withChanges(terms: DealTerms, changes: ChangedTerms): DealTerms {
  return {
    ...terms,
    ...(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as object),
  }
}

/** The single payments of the terms: of a playing contract, also those of its years. What an option decides is not sure. */
export function promisedPayments({ payments, years }: DealTerms, signedOn: string | null): ScheduledPayment[] {
  const bonus = years?.signingBonusMinor
    ? [
        {
          ...ofYears('signing-bonus', 'Signing bonus', 'signing-bonus'),
          day: signedOn,
          amountMinor: years.signingBonusMinor,
        },
      ]
    : []
  const seasons = (years?.years ?? []).flatMap(({ season, option, baseMinor, rosterBonusMinor, otherBonusMinor }) => {
    const condition = option ? optionHolders[option.holder] : null
    return [
      { ...ofYears(`base-${season}`, `${season} base`, 'base'), condition, amountMinor: baseMinor },
      {
        ...ofYears(`roster-${season}`, `${season} roster bonus`, 'roster-bonus'),
        condition,
        amountMinor: rosterBonusMinor,
      },
      { ...ofYears(`other-${season}`, `${season} bonus`, 'incentive'), condition, amountMinor: otherBonusMinor },
    ].filter(({ amountMinor }) => amountMinor > 0)
  })
  return [...expandPayments(payments, { signedOn }), ...bonus, ...seasons]
}

function ofYears(ruleId: string, title: string, kind: ScheduledPayment['kind']): ScheduledPayment {
  return { ruleId, number: 1, day: null, condition: null, amountMinor: 0, kind, title, inKind: false }
}

/** Promised without conditions, in money or in kind. */
export function amountOf(terms: DealTerms): number {
  return promisedPayments(terms, null)
    .filter(({ condition }) => condition === null)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** The names of the terms that differ. */
export function changedTerms(before: DealTerms, after: DealTerms): DealTerm[] {
  return dealTermNames.filter((term) => canonical(before[term]) !== canonical(after[term]))
}

/** Everything that decisions, signatures and rules refer to, as it is at this moment. */
export type FrozenDeal = {
  deal: string
  number: number
  kind: DealKind
  title: string
  organization: { id: string; name: string }
  athlete: { id: string; name: string; level: string; minor: boolean }
  company: { id: string; name: string; kind: string; category: string | null }
  terms: DealTerms
}

/** The same content always has the same hash, in whatever order its fields are kept. */
export function hashOf(frozen: FrozenDeal) {
  return createHash('sha256').update(canonical(frozen)).digest('hex')
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
