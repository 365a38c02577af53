import { ownValue } from '@sherpa/contracts/own-value'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import type { RequireSameMoney } from './booked-terms.ts'
import type { RequireNoConflict } from './conflicts.ts'
import type { LockedDeal } from './deal-access.ts'
import { loadValidSignatures, requiredSides, requireSigners } from './request-signatures.ts'
import type { Version } from './versions.ts'

/** Reasons for the lead. The company learns only that signing is paused: ages, objections and other deals are internal. */
const pauses = {
  'objection-open': 'objection',
  'age-corrected': 'age-corrected',
  'guardian-needed': 'guardian-needed',
  'deals-conflict': 'conflict',
  'deal-has-bookings': 'bookings',
} as const
export type Pause = (typeof pauses)[keyof typeof pauses]

export function pauseOf(error: unknown): Pause | undefined {
  return error instanceof Refusal ? ownValue<Pause>(pauses, error.code) : undefined
}

export type SigningChecks = { requireNoConflict: RequireNoConflict; requireBookedTermsUnchanged: RequireSameMoney }

/** Why the company could not sign an approved version now. The last signature also meets other deals and bookings. */
export async function findPause(
  client: Queryable,
  deal: LockedDeal,
  version: Version,
  { now, requireNoConflict, requireBookedTermsUnchanged }: SigningChecks & { now: Date },
): Promise<Pause | undefined> {
  if (deal.objection) return 'objection'
  try {
    const { minor } = await requireSigners(client, deal, version, now)
    const signed = (await loadValidSignatures(client, deal)).map(({ side }) => side)
    const isLast = requiredSides(minor).every((side) => side === 'company' || signed.includes(side))
    if (!isLast) return undefined
    await requireNoConflict(client, deal, version)
    await requireBookedTermsUnchanged(client, deal, version)
    return undefined
  } catch (error) {
    const pause = pauseOf(error)
    if (!pause) throw error
    return pause
  }
}
