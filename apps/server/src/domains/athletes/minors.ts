import type { Level } from '@sherpa/contracts/athlete'

/** Whoever is younger cannot sign for themselves. */
const ADULT_YEARS = 18

/** Whoever is younger has no account at all, whatever a guardian says. */
export const ACCOUNT_YEARS = 13

/** In full years, on the day of the calendar. */
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

export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
