import { isMinor } from '../age.ts'
import { type Currency, formatMoney } from '../currency.ts'
import { dayIn, spokenDay } from '../days.ts'
import { type UsState, usStates } from '../us-states.ts'
import { dueAt } from './deadlines.ts'
import type { AgreementInput, DealInput, Due, JudgedAthlete, JudgedDeal, MissingInput } from './judgment.ts'

/** The day of signing or agreement, else today. It selects the version of a rule. */
export function judgedDay(input: DealInput | AgreementInput): string {
  return (input.subject === 'deal' ? input.deal.agreedOn : signedDay(input)) ?? input.today
}

export function signedDay({ agreement, organization }: AgreementInput): string | null {
  return agreement.signedOn ?? (agreement.signedAt && dayIn(agreement.signedAt, organization.zone))
}

/** Unknown birth dates count as minor, and the sentence says so. */
export function minority(athlete: JudgedAthlete, day: string) {
  const isUnknown = athlete.birthDate === null && athlete.level !== 'pro'
  return {
    isMinor: isMinor(day, athlete),
    because: isUnknown
      ? 'The birth date is unknown, so the athlete counts as under 18'
      : 'The athlete is under 18 on the day that counts',
    missing: isUnknown ? (['athlete.birthDate'] satisfies MissingInput[]) : [],
  }
}

/** Student athletes are under the law of their school's state, in high school of their own state if it has none. */
export function lawState(athlete: JudgedAthlete): { state: UsState } | { missing: MissingInput } | 'abroad' {
  const { school, level, country } = athlete
  if (level === 'college') {
    if (!school) return { missing: 'athlete.school' }
    if (!school.state) return { missing: 'school.state' }
    return isUsState(school.state) ? { state: school.state } : 'abroad'
  }
  const state = school?.state ?? athlete.state
  if (country && country !== 'US') return 'abroad'
  if (!state) return { missing: 'athlete.state' }
  if (isUsState(state)) return { state }
  return { missing: country ? 'athlete.state' : 'athlete.country' }
}

const isUsState = (code: string): code is UsState => Object.hasOwn(usStates, code)

/** Playing contracts are not endorsements. */
export const isEndorsement = ({ kind }: Pick<JudgedDeal, 'kind'>) => kind !== 'contract'

/** What the deal is about; without it, what the company sells. */
export const categoryOf = ({ terms, company }: JudgedDeal) => terms.category ?? company.category

export const money = (minor: number, currency: Currency = 'USD') =>
  formatMoney(minor, currency, 'en-US').replace(/\.00$/, '')

/** "by November 30, 2026", or "was due on …" once it has passed. */
export function dueInWords(due: Due, { now, organization }: DealInput | AgreementInput): string {
  const { zone } = organization
  const day = spokenDay('day' in due ? due.day : dayIn(due.at, zone))
  return dueAt(due, zone) <= now ? `was due on ${day}` : `is due by ${day}`
}
