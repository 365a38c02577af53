import { ADULT_YEARS, type AgeFacts } from '@sherpa/contracts/age'
import type { Level } from '@sherpa/contracts/athlete'
import { addMonths } from '@sherpa/contracts/days'
import type { Queryable } from '../../persistence/database.ts'

/** Minimum age for an account, even with consent. */
export const ACCOUNT_YEARS = 13

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
export const toAgeFacts = ({ birth_date, level }: { birth_date: string | null; level: Level | null }): AgeFacts => ({
  birthDate: birth_date,
  level,
})

/** Consistent with `isMinor`, also on February 29. */
export const computeLatestAdultBirthDate = (today: string) => addMonths(today, -12 * ADULT_YEARS)
