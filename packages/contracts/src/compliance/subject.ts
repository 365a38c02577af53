import { isMinor } from '../age.ts'
import { type Currency, formatMoney } from '../currency.ts'
import { dayIn, spokenDay } from '../days.ts'
import { ownValue } from '../own-value.ts'
import { type UsState, usStates } from '../us-states.ts'
import { zoneFormats } from '../zone-formats.ts'
import { dueAt } from './deadlines.ts'
import type {
  AgreementInput,
  DealInput,
  Due,
  JudgedAthlete,
  JudgedCompany,
  JudgedDeal,
  MissingInput,
} from './judgment.ts'

/** The day of signing or agreement, else today. It selects the version of a rule. */
export function judgedDay(input: DealInput | AgreementInput): string {
  return (input.subject === 'deal' ? input.deal.agreedOn : signedDay(input)) ?? input.today
}

export function signedDay({ agreement, organization }: AgreementInput): string | null {
  return agreement.signedOn ?? (agreement.signedAt && dayIn(agreement.signedAt, organization.zone))
}

/** Unknown birth dates count as minor, and the sentence says so. */
export function minority(input: DealInput | AgreementInput) {
  const { athlete, today } = input
  const day = judgedDay(input)
  const isUnknown = athlete.birthDate === null && athlete.level !== 'pro'
  const missing: MissingInput[] = isUnknown ? ['athlete.birthDate'] : []
  const known = day === today ? 'The athlete is under 18' : 'The athlete was under 18 at signing'
  return {
    isMinor: isMinor(day, athlete),
    because: isUnknown ? 'The birth date is unknown, so the athlete counts as under 18' : known,
    missing,
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

/** Says whose fact an association is, unless it is on the company's own record. */
export function explainAssociation({ name, associationReasons = {} }: JudgedCompany, school: string) {
  const reason = ownValue(associationReasons, school)
  return reason ? ` ${name} counts as associated: ${reason}.` : ''
}

/** Playing contracts are not endorsements. */
export const isEndorsement = ({ kind }: Pick<JudgedDeal, 'kind'>) => kind !== 'contract'

/** What the deal is about; without it, what the company sells. */
export const categoryOf = ({ terms, company }: JudgedDeal) => terms.category ?? company.category

export const money = (minor: number, currency: Currency = 'USD') =>
  formatMoney(minor, currency, 'en-US').replace(/\.00$/, '')

/** The day of the first agreement, whatever amended it. */
export const firstAgreedOn = ({ agreed, agreedOn }: JudgedDeal) => agreed?.[0]?.on ?? agreedOn

/** "is due by November 30, 2026", or "was due by …" once it has passed. */
export function deadlineInWords(due: Due, { now, organization }: DealInput | AgreementInput): string {
  const { zone } = organization
  const time = 'day' in due ? spokenDay(due.day) : (formatIn(zone)?.format(Date.parse(due.at)) ?? due.at)
  return `${dueAt(due, zone) <= new Date(now).toISOString() ? 'was' : 'is'} due by ${time}`
}

const formatIn = zoneFormats({ dateStyle: 'long', timeStyle: 'short' })
