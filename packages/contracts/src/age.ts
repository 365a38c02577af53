import type { Level } from './athlete.ts'

/** Age of majority. */
export const ADULT_YEARS = 18

/** Full years. In common years, a birthday on February 29 counts as March 1. */
export function ageOn(today: string, birthDate: string | null) {
  if (!birthDate) return null
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** The last birth date of people who are so many years old. */
export function latestBirthDate(today: string, years: number) {
  const day = `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`
  // February 29 exists in leap years only.
  return Number.isNaN(Date.parse(day)) || new Date(day).toISOString().slice(0, 10) !== day
    ? day.replace(/29$/, '28')
    : day
}

export type AgeFacts = { birthDate: string | null; level: Level | null }

/** Unknown age counts as minor, except for pros. */
export function isMinor(today: string, { birthDate, level }: AgeFacts) {
  const age = ageOn(today, birthDate)
  return age === null ? level !== 'pro' : age < ADULT_YEARS
}
