import type { Level } from '@sherpa/contracts/athlete'
import { addMonths } from '@sherpa/contracts/days'
import type { Queryable } from '../../persistence/database.ts'

/** Age of majority. */
const ADULT_YEARS = 18

/** Minimum age for an account, even with consent. */
export const ACCOUNT_YEARS = 13

/** Full years. In common years, a birthday on February 29 counts as March 1. */
export function ageOn(today: string, birthDate: string | null) {
  if (!birthDate) return null
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

export type AgeFacts = { birthDate: string | null; level: Level }

type Correction = [
  client: Queryable,
  author: { person: { id: string }; member: { organization: string } },
  athlete: string,
  before: AgeFacts,
]

/** Notifies of a correction that crosses 18. */
export type TellOfCorrectedAge = (...correction: Correction) => Promise<void>
/** The same, with the reason that a change to adult may need. */
export type NoteCorrectedAge = (...correction: [...Correction, reason: string | undefined]) => Promise<void>

/** From columns of athletes. */
export const toAgeFacts = ({ birth_date, level }: { birth_date: string | null; level: Level }): AgeFacts => ({
  birthDate: birth_date,
  level,
})

/** Unknown age counts as minor, except for pros. */
export function isMinor(today: string, { birthDate, level }: AgeFacts) {
  const age = ageOn(today, birthDate)
  return age === null ? level !== 'pro' : age < ADULT_YEARS
}

/** Consistent with `isMinor`, also on February 29. */
export const computeLatestAdultBirthDate = (today: string) => addMonths(today, -12 * ADULT_YEARS)
