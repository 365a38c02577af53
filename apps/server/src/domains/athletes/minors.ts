import type { Level } from '@sherpa/contracts/athlete'
import { addMonths } from '@sherpa/contracts/days'

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

/** Someone of an unknown age is treated as a minor, but for pros. */
export function isMinor(today: string, { birthDate, level }: { birthDate: string | null; level: Level }) {
  const age = ageOn(today, birthDate)
  return age === null ? level !== 'pro' : age < ADULT_YEARS
}

/** The birth date of the youngest adults. Agrees with `isMinor` on February 29, too. */
export const latestBirthDateOfAdults = (today: string) => addMonths(today, -12 * ADULT_YEARS)
