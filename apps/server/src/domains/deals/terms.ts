import { createHash } from 'node:crypto'
import { optionHolders } from '@sherpa/contracts/contract-years'
import { MOST_MINOR } from '@sherpa/contracts/currency'
import type { ChangedTerms, DealKind, DealTerm, DealTerms, SeenTerms } from '@sherpa/contracts/deal'
import { dealTermNames, moneyTermNames, promisedMinor, TOO_MUCH_PROMISED } from '@sherpa/contracts/deal'
import { expandPayments, type ScheduledPayment } from '@sherpa/contracts/payment-schedule'
import { Refusal } from '@sherpa/contracts/problem'
import { refusalFor } from '../../http/access.ts'
import type { AgeFacts } from '../athletes/athletes.ts'
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

/**
 * What one may not see, one may not write. Within a term that one sees only a part of, the rest stays as it was: the address of the payor,
 * and what a key date means for the money.
 */
export function writableTerms(viewer: Viewer, before: DealTerms, changes: ChangedTerms): ChangedTerms {
  const kept = seesMoney(viewer) ? changes : withUnseen(before, changes)
  const address = kept.payor !== undefined && (kept.payor?.email ?? null) !== (before.payor?.email ?? null)
  const hidden = [
    ...Object.keys(kept).filter((term) => moneyTermNames.has(term as DealTerm)),
    ...(address ? ['payor'] : []),
    ...(!seesMoney(viewer) && effectsDiffer(before, kept) ? ['keyDates'] : []),
  ]
  const refused = hidden.length > 0 && refusalFor(viewer.member, ['money.edit'])
  if (!refused) return kept
  if (refused === 'second-factor-required') throw new Refusal(refused)
  const message = 'You don’t have permission to change amounts'
  throw new Refusal('invalid-fields', { errors: hidden.map((field) => ({ field, message })) })
}

function withUnseen(before: DealTerms, changes: ChangedTerms): ChangedTerms {
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

function effectsDiffer(before: DealTerms, { keyDates = [] }: ChangedTerms) {
  return keyDates.some(({ id, effect }) => effect !== (before.keyDates.find((rule) => rule.id === id)?.effect ?? ''))
}

export function requireSensibleTerms(terms: DealTerms) {
  const { startsOn, endsOn } = terms
  // Payments and years may have been entered one after the other.
  if (promisedMinor(terms) > MOST_MINOR) {
    throw new Refusal('invalid-fields', { errors: [{ field: 'payments', message: TOO_MUCH_PROMISED }] })
  }
  if (startsOn && endsOn && endsOn < startsOn) {
    throw new Refusal('invalid-fields', {
      errors: [{ field: 'endsOn', message: 'Enter an end date after the start date' }],
    })
  }
}

/** What must be known before people are asked to decide. */
export function requireComplete(kind: DealKind, terms: DealTerms) {
  const missing = [
    ...(terms.startsOn ? [] : [{ field: 'startsOn', message: 'Add the start date' }]),
    ...(terms.payments.length > 0 || terms.years ? [] : [{ field: 'payments', message: 'Add a payment' }]),
    ...(kind === 'nil' && !terms.businessPurpose
      ? [{ field: 'businessPurpose', message: 'Add the business purpose' }]
      : []),
  ]
  if (missing.length > 0) throw new Refusal('deal-incomplete', { errors: missing })
}

/** As far as the viewer may see them. What an option or a date means for the money is for those who see money. */
export function termsSeenBy(viewer: Viewer, terms: DealTerms): SeenTerms {
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

/** What was there before, but for what is to be changed. */
export function withChanges(terms: DealTerms, changes: ChangedTerms): DealTerms {
  return {
    ...terms,
    ...(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as object),
  }
}

const SIGNING_BONUS = 'signing-bonus'

/** A payment that a signed version obliges someone to make. */
export type PaymentObligation = ScheduledPayment & {
  /** Stays owed when the deal is terminated. */
  guaranteedMinor: number
}

/**
 * The single payments of the terms: of a playing contract, also those of its years. An option year is paid if the option is exercised, its
 * buyout if it is declined.
 */
export function paymentObligations(
  { payments, years }: DealTerms,
  /** By the id of the rule: an amended clause counts from the amendment. */
  signedOn: (rule: string) => string | null = () => null,
): PaymentObligation[] {
  const scheduled = expandPayments(payments, { signedOn }).map((payment) => ({ ...payment, guaranteedMinor: 0 }))
  if (!years) return scheduled
  return [...scheduled, ...bonusOf(years, signedOn(SIGNING_BONUS)), ...years.years.flatMap(seasonOf)]
}

type Years = NonNullable<DealTerms['years']>

function bonusOf({ signingBonusMinor }: Years, signedOn: string | null): PaymentObligation[] {
  if (signingBonusMinor === 0) return []
  const bonus = ofYears(SIGNING_BONUS, 'Signing bonus', 'signing-bonus', signingBonusMinor, {
    kind: 'signing',
    offset: { amount: 0, unit: 'days' },
  })
  return [{ ...bonus, day: signedOn, guaranteedMinor: signingBonusMinor }]
}

function seasonOf(year: Years['years'][number]): PaymentObligation[] {
  const { season, option } = year
  const holder = option && optionHolders[option.holder]
  const due = { kind: 'season', season, option: option?.holder ?? null } as const
  let guaranteed = year.guaranteedMinor
  const salary = [
    ofYears(`base-${season}`, `${season} base`, 'base', year.baseMinor, due),
    ofYears(`roster-${season}`, `${season} roster bonus`, 'roster-bonus', year.rosterBonusMinor, due),
    ofYears(`other-${season}`, `${season} bonus`, 'incentive', year.otherBonusMinor, due),
  ].map((payment) => {
    const guaranteedMinor = Math.min(guaranteed, payment.amountMinor)
    guaranteed -= guaranteedMinor
    return { ...payment, condition: holder, guaranteedMinor }
  })
  const buyout = option && {
    ...ofYears(`buyout-${season}`, `${season} option buyout`, 'base', option.buyoutMinor, { ...due, isBuyout: true }),
    condition: option.holder === 'vesting' ? 'Vesting option not vested' : `${holder} declined`,
  }
  return [...salary, ...(buyout ? [buyout] : [])].filter(({ amountMinor }) => amountMinor > 0)
}

function ofYears(
  ruleId: string,
  title: string,
  kind: ScheduledPayment['kind'],
  amountMinor: number,
  due: ScheduledPayment['due'],
): PaymentObligation {
  const payment = { ruleId, number: 1, due, day: null, condition: null, amountMinor, kind, title, inKind: false }
  return { ...payment, guaranteedMinor: 0 }
}

/** Promised without conditions, in money or in kind. */
export function amountOf(terms: DealTerms): number {
  return sumOf(paymentObligations(terms).filter(({ condition }) => condition === null))
}

/** The most that the deal can pay: every incentive is earned, and of each option the dearer way is taken. */
export function mostOf(terms: DealTerms): number {
  const buyouts = (terms.years?.years ?? []).flatMap(({ option, baseMinor, rosterBonusMinor, otherBonusMinor }) =>
    option ? [Math.min(option.buyoutMinor, baseMinor + rosterBonusMinor + otherBonusMinor)] : [],
  )
  return sumOf(paymentObligations(terms)) - buyouts.reduce((sum, minor) => sum + minor, 0)
}

const sumOf = (payments: readonly PaymentObligation[]) =>
  payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/**
 * The clauses, by the id of their rule, that count from the signing, each with what its day depends on. A clause that an amendment leaves as
 * it was counts from the same signing as before.
 */
export function clausesFromSigning({ payments, keyDates, years }: DealTerms): Map<string, string> {
  const bonus = years?.signingBonusMinor ? [[SIGNING_BONUS, ''] as const] : []
  return new Map([
    ...payments.flatMap(({ id, schedule }) =>
      schedule.kind === 'signing' ? [[id, canonical(schedule)] as const] : [],
    ),
    ...keyDates.flatMap(({ id, anchor, offset, zone }) =>
      anchor.kind === 'signing' ? [[id, canonical({ offset, zone })] as const] : [],
    ),
    ...bonus,
  ])
}

/** The names of the terms that differ. */
export function changedTerms(before: DealTerms, after: DealTerms): DealTerm[] {
  return dealTermNames.filter((term) => canonical(before[term]) !== canonical(after[term]))
}

/** Not hashed: what decides who signs, and the correction that made the athlete an adult. */
export type FrozenAge = AgeFacts & { correction?: { at: string; by: string | null; reason: string | null } }

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
