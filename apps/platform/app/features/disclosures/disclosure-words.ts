import { reportDue } from '@sherpa/contracts/compliance/deadlines'
import { daysBetween } from '@sherpa/contracts/days'
import type { DisclosureRow } from '@sherpa/contracts/disclosure'
import { countDays } from '@sherpa/contracts/disclosure-clock'
import { type DisclosureState, disclosureKinds, isUnfiled } from '@sherpa/contracts/disclosure-state'
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

type Named = Pick<DisclosureRow, 'kind' | 'title' | 'isRevision'>

export const nameOfDisclosure = ({ kind, title, isRevision }: Named) =>
  title ?? (isRevision ? `${disclosureKinds[kind]}, revision` : disclosureKinds[kind])

const MINUTE_MS = 60_000

/** "2 days late", "6 h 6 min left", "3 days left". */
export function timeLeft({ dueOn, dueAt }: Pick<DisclosureRow, 'dueOn' | 'dueAt'>, today: string, now: Date) {
  const days = daysBetween(today, dueOn)
  const minutes = Math.round((Date.parse(dueAt) - now.getTime()) / MINUTE_MS)
  const isLate = now.getTime() >= Date.parse(dueAt)
  if (isLate) return { isLate, isNear: false, text: days === 0 ? `${durationInWords(-minutes)} late` : daysLate(-days) }
  const text = days === 0 ? `${durationInWords(minutes)} left` : `${days} ${days === 1 ? 'day' : 'days'} left`
  return { isLate, isNear: days <= 1, text }
}

const WEEK = 7

/** Late ones first, then answers of authorities, then by day for a week. */
export function groupByDeadline(row: DisclosureRow, today: string, now: Date): RowGroup & { rank: number } {
  if (!isUnfiled(row.state)) return { rank: 1, id: 'answer', title: 'To answer' }
  if (timeLeft(row, today, now).isLate) return { rank: 0, id: 'late', title: 'Late', isBad: true }
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
  const skipped = holidaysWithin(countsFrom, dueOn).map(({ day }) => `${shortCalendarDay(day)} not counted`)
  return [`From ${shortCalendarDay(countsFrom)}`, ...skipped].join('. ')
}

/** Where the request to the payor stands. */
export function payorInWords({ attestation }: Pick<DisclosureRow, 'attestation'>) {
  if (!attestation) return null
  const { answeredAt, presumed, openedAt, askedOn } = attestation
  if (answeredAt) return 'Payor answered'
  if (presumed) return 'No answer: association may be presumed'
  return openedAt ? 'Payor opened the link' : `Payor asked ${shortCalendarDay(askedOn)}`
}

/** The button of a row, named after the next step. */
export function nextStepOf({ kind, state, attestation }: Pick<DisclosureRow, 'kind' | 'state' | 'attestation'>) {
  if (state === 'draft') return 'Complete'
  if (state === 'ready') return kind === 'school-72h' ? 'Send' : 'File'
  if (state === 'flagged') return 'Answer'
  if (state === 'not-cleared') return 'Revise'
  if (state === 'submitted' && kind === 'nil-go') {
    if (attestation?.presumed) return 'Call payor'
    return attestation && !attestation.answeredAt ? 'Remind' : 'Record'
  }
  return state === 'attested' || state === 'submitted' || state === 'in-arbitration' ? 'Record' : 'Open'
}

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
