import { daysBetween } from '@sherpa/contracts/days'
import type { DisclosureRow } from '@sherpa/contracts/disclosure'
import { type DisclosureState, disclosureKinds } from '@sherpa/contracts/disclosure-state'
import type { Tone } from '@sherpa/ui/status-badge'
import { daysLate } from '../../data/moments.tsx'

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

/** "2 days late", "Today", "3 days left". */
export function timeLeft({ dueOn, dueAt }: Pick<DisclosureRow, 'dueOn' | 'dueAt'>, today: string, now: Date) {
  const days = daysBetween(today, dueOn)
  const isLate = now.getTime() >= Date.parse(dueAt)
  if (isLate) return { isLate, isNear: false, text: days === 0 ? 'Late' : daysLate(-days) }
  const text = days === 0 ? 'Today' : `${days} ${days === 1 ? 'day' : 'days'} left`
  return { isLate, isNear: days <= 1, text }
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
