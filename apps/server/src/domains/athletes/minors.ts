import type { Level } from '@sherpa/contracts/athlete'
import { addMonths } from '@sherpa/contracts/days'
import type { Queryable } from '../../persistence/database.ts'

/** Whoever is younger cannot sign for themselves. */
const ADULT_YEARS = 18

/** Whoever is younger has no account at all, whatever a guardian says. */
export const ACCOUNT_YEARS = 13

/** In full years. Someone born on February 29 is a year older on March 1 of a common year. */
export function ageOn(today: string, birthDate: string | null) {
  if (!birthDate) return null
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** What decides about whether someone is a minor. */
export type AgeFacts = { birthDate: string | null; level: Level }

type Correction = [
  client: Queryable,
  author: { person: { id: string }; member: { organization: string } },
  athlete: string,
  before: AgeFacts,
]

/** Tells of a correction of them that crosses 18: with what they were before it. */
export type TellOfCorrectedAge = (...correction: Correction) => Promise<void>
/** The same, put on record where an adult needs a reason. */
export type NoteCorrectedAge = (...correction: [...Correction, reason: string | undefined]) => Promise<void>

/** As the table of athletes has them. */
export const ageFactsOf = ({ birth_date, level }: { birth_date: string | null; level: Level }): AgeFacts => ({
  birthDate: birth_date,
  level,
})

/** Someone of an unknown age is treated as a minor, but for pros. */
export function isMinor(today: string, { birthDate, level }: AgeFacts) {
  const age = ageOn(today, birthDate)
  return age === null ? level !== 'pro' : age < ADULT_YEARS
}

/** The birth date of the youngest adults. Agrees with `isMinor` on February 29, too. */
export const latestBirthDateOfAdults = (today: string) => addMonths(today, -12 * ADULT_YEARS)
