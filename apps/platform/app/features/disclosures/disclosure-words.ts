import { reportDue } from '@sherpa/contracts/compliance/deadlines'
import { dayIn, daysBetween } from '@sherpa/contracts/days'
import type { Disclosure, DisclosureRow, DueBefore } from '@sherpa/contracts/disclosure'
import { countDays } from '@sherpa/contracts/disclosure-clock'
import { type DisclosureState, isBeforeSigning, isUnfiled } from '@sherpa/contracts/disclosure-state'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { factName } from '@sherpa/contracts/missing-facts'
import type { Tone } from '@sherpa/ui/status-badge'
import { dayOf, dayOfWeek, daysLate, shortCalendarDay } from '../../data/moments.tsx'
import type { RowGroup } from '../../list/list-table.tsx'
import { durationInWords } from '../demo/time-left.ts'

export const stateTones: Record<DisclosureState, Tone> = {
  draft: 'quiet',
  ready: 'info',
  submitted: 'info',
  attested: 'info',
  cleared: 'good',
  flagged: 'warning',
  'not-cleared': 'bad',
  revised: 'quiet',
  withdrawn: 'quiet',
  'in-arbitration': 'warning',
}

/** Hash of the address that opens the first missing field of a packet. */
export const FIRST_MISSING = 'first-missing'

const MINUTE_MS = 60_000

/** What was past before the organization could know is not late. */
const pasts: Record<DueBefore, string> = {
  joining: 'before you joined Sherpa',
  update: 'before Sherpa checked for it',
}
export const pastInWords = (before: DueBefore, count: number) =>
  `${count} ${count === 1 ? 'report was' : 'reports were'} due ${pasts[before]}`
const WHAT_TO_DO = 'file it or say that it was filed'

export const wasDue = (before: DueBefore) => `Was due ${pasts[before]}`

type Dated = Pick<DisclosureRow, 'dueOn' | 'dueAt'> & Partial<Pick<DisclosureRow, 'dueBefore'>>

const BEFORE_ANYONE_SIGNS = 'Before anyone signs'

/** "Before anyone signs", "2 days late", "6 h 6 min left", "3 days left", "Was due before you joined Sherpa". */
export function timeLeft({ dueOn, dueAt, dueBefore }: Dated, today: string, now: Date) {
  if (dueBefore) return { isLate: false, isNear: false, text: wasDue(dueBefore) }
  if (isBeforeSigning({ dueOn })) return { isLate: false, isNear: false, text: BEFORE_ANYONE_SIGNS }
  const days = daysBetween(today, dueOn)
  const minutes = Math.round((Date.parse(dueAt) - now.getTime()) / MINUTE_MS)
  const isLate = now.getTime() >= Date.parse(dueAt)
  if (isLate) return { isLate, isNear: false, text: days === 0 ? `${durationInWords(-minutes)} late` : daysLate(-days) }
  const text = days === 0 ? `${durationInWords(minutes)} left` : `${days} ${days === 1 ? 'day' : 'days'} left`
  return { isLate, isNear: days <= 1, text }
}

type Filed = Pick<Disclosure, 'submittedAt' | 'dueOn' | 'dueAt' | 'timeZone'> & Partial<Pick<Disclosure, 'dueBefore'>>

/** "Filed Oct 31, on time", "Filed Nov 3, 2 days late". Undefined before it is filed. */
export function filedInWords({ submittedAt, dueOn, dueAt, dueBefore, timeZone }: Filed) {
  if (!submittedAt) return undefined
  const day = dayIn(submittedAt, timeZone)
  if (dueBefore) return `Filed ${shortCalendarDay(day)}`
  const { isLate, text } = timeLeft({ dueOn, dueAt }, day, new Date(submittedAt))
  return `Filed ${shortCalendarDay(day)}, ${isLate ? text : 'on time'}`
}

/** How long an outcome has waited for an answer, such as "For 6 days". */
export function waitInWords({ state, outcomeOn }: Pick<DisclosureRow, 'state' | 'outcomeOn'>, today: string) {
  if (!outcomeOn || (state !== 'flagged' && state !== 'not-cleared')) return undefined
  const days = daysBetween(outcomeOn, today)
  return days === 0 ? 'Since today' : `For ${days} ${days === 1 ? 'day' : 'days'}`
}

const WEEK = 7

/** Late ones first, also those that are late only if they are due; then answers of authorities, then by day for a week. */
export function groupByDeadline(row: DisclosureRow, today: string, now: Date): RowGroup & { rank: number } {
  const { dueBefore } = row
  if (dueBefore) return { rank: 2 + WEEK + 3, id: dueBefore, title: `${wasDue(dueBefore)}: ${WHAT_TO_DO}` }
  if (!isUnfiled(row.state)) return { rank: 1, id: 'answer', title: 'To answer' }
  if (timeLeft(row, today, now).isLate) {
    return { rank: 0, id: 'late', title: 'Late', isBad: true }
  }
  if (isBeforeSigning(row)) return { rank: 2 + WEEK + 0.5, id: 'before-signing', title: BEFORE_ANYONE_SIGNS }
  const days = daysBetween(today, row.dueOn)
  if (days > WEEK) return { rank: 2 + WEEK + 1, id: 'later', title: 'Later' }
  const near = ['Today', 'Tomorrow'][days]
  const day = dayOfWeek(row.dueOn)
  return { rank: 2 + days, id: row.dueOn, title: near ?? day, note: near && day }
}

/** Days that are not counted, besides weekends. */
export function holidaysWithin(from: string, dueOn: string) {
  return countDays(from, dueOn).flatMap((day) =>
    'skipped' in day && !/^(Saturday|Sunday)$/.test(day.skipped) ? [{ day: day.day, name: day.skipped }] : [],
  )
}

/** Whether the deadline is business days after the signature. Other rules count, for example, from enrollment. */
export const countsBusinessDays = ({ kind, countsFrom, dueOn }: Pick<DisclosureRow, 'kind' | 'countsFrom' | 'dueOn'>) =>
  kind === 'nil-go' && countsFrom !== null && reportDue(countsFrom).day === dueOn

/** How the deadline was counted, or who sets it. */
export function countedInWords(row: DisclosureRow) {
  const { countsFrom, countsAt, dueOn, authority } = row
  if (countsAt) return `72 hours from ${dayOf(countsAt)}`
  if (!countsFrom) return authority
  if (!countsBusinessDays(row)) return `Agreed ${shortCalendarDay(countsFrom)}`
  const skipped = holidaysWithin(countsFrom, dueOn).map(({ day }) => `skips ${shortCalendarDay(day)}`)
  return [`From ${shortCalendarDay(countsFrom)}`, ...skipped].join(', ')
}

/** "3 of 14 missing". Undefined if the packet is complete, or filed. */
export function missingInWords({ completeness }: Pick<DisclosureRow, 'completeness'>) {
  if (!completeness || completeness.filled === completeness.fields) return undefined
  return `${completeness.fields - completeness.filled} of ${completeness.fields} missing`
}

/** For how long the payor has not answered. */
export function silenceInWords(askedOn: string, today: string) {
  const days = daysBetween(askedOn, today)
  return `No answer in ${days} ${days === 1 ? 'day' : 'days'}`
}

/** Where the request to the payor stands. */
export function payorInWords({ attestation }: Pick<DisclosureRow, 'attestation'>) {
  if (!attestation) return null
  const { answeredAt, presumed, openedAt, askedOn } = attestation
  if (answeredAt) return 'Payor answered'
  if (presumed) return 'No answer: association may be presumed'
  return openedAt ? 'Payor opened the link' : `Payor asked ${shortCalendarDay(askedOn)}`
}

/** "Division and first full-time day are missing." Undefined if the rule can tell. */
export function unknownInWords({ missing }: Pick<DisclosureRow, 'missing'>) {
  if (missing.length === 0) return undefined
  const names = listInWords(missing.map(factName).map((name) => name.charAt(0).toLowerCase() + name.slice(1)))
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${missing.length === 1 ? 'is' : 'are'} missing`
}

/** "At latest Nov 25" */
export const latestInWords = ({ dueOn }: Pick<DisclosureRow, 'dueOn'>) =>
  isBeforeSigning({ dueOn }) ? BEFORE_ANYONE_SIGNS : `At latest ${shortCalendarDay(dueOn)}`

/** "Due Nov 25" */
export const dueInWords = ({ dueOn }: Pick<DisclosureRow, 'dueOn'>) =>
  isBeforeSigning({ dueOn }) ? `Due ${BEFORE_ANYONE_SIGNS.toLowerCase()}` : `Due ${shortCalendarDay(dueOn)}`

export const CANNOT_TELL = 'Cannot tell yet'

/** Where missing facts about an athlete are entered. */
export const factsOf = (organization: string, athlete: string) =>
  `/organizations/${organization}/compliance/missing-facts?athlete=${athlete}`

type Stepped = Pick<DisclosureRow, 'kind' | 'state' | 'missing' | 'attestation' | 'completeness'>

/** The next step. It has the same name on the desk, the report, the deal and Home. */
export function nextStepOf({ kind, state, missing, attestation, completeness }: Stepped) {
  if (missing.length > 0) return 'Enter facts'
  if (state === 'draft')
    return completeness && completeness.filled === completeness.fields ? 'Ready to file' : 'Complete report'
  if (state === 'ready') return kind === 'school-72h' ? 'Send notice' : 'File report'
  if (state === 'not-cleared') return 'Revise report'
  if (state === 'submitted' && kind === 'nil-go') {
    if (attestation?.presumed) return 'Call payor'
    return attestation && !attestation.answeredAt ? 'Remind payor' : 'Record attestation'
  }
  return openOutcomes.has(state) ? 'Record outcome' : 'Open report'
}
export type NextStep = ReturnType<typeof nextStepOf>

const openOutcomes: ReadonlySet<DisclosureState> = new Set(['submitted', 'attested', 'flagged', 'in-arbitration'])

/** A payor was asked and has not answered. */
export const canRemind = ({ attestation, state }: Pick<DisclosureRow, 'attestation' | 'state'>) =>
  attestation !== null && attestation.answeredAt === null && state !== 'withdrawn' && state !== 'revised'

const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** "2 days later", "3 hours earlier". */
export function movedInWords(before: string, after: string) {
  const difference = Date.parse(after) - Date.parse(before)
  const [unit, length] = Math.abs(difference) < DAY_MS ? ['hour', HOUR_MS] : ['day', DAY_MS]
  const amount = Math.round(Math.abs(difference) / Number(length))
  if (amount === 0) return 'at the same time'
  return `${amount} ${unit}${amount === 1 ? '' : 's'} ${difference > 0 ? 'later' : 'earlier'}`
}
