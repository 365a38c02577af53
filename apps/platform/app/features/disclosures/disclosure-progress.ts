import type { Disclosure } from '@sherpa/contracts/disclosure'
import { type DisclosureMove, disclosureStates, isOver, isUnfiled } from '@sherpa/contracts/disclosure-state'
import { calendarDay, dayOf, shortCalendarDay } from '../../data/moments.tsx'
import type { Step } from '../deals/record/progress.ts'
import { type NextStep, nextStepOf } from './disclosure-words.ts'

const step = (id: string, name: string, state: Step['state'], who: string | null | undefined, when = ''): Step => ({
  id,
  name,
  state,
  who: who ? [who] : [],
  when,
  comments: [],
  waitsFor: [],
})

/** From the draft to the outcome. */
export function progressOf(disclosure: Disclosure): Step[] {
  const { kind, state, packet, preparer, submitter, submittedAt, attestation, attestedOn, outcomeOn } = disclosure
  const isDraft = isUnfiled(state)
  const isStopped = isOver(state)
  const isFiled = packet.hash !== null
  const hasOutcome = outcomeOn !== null
  const draft = step(
    'draft',
    isDraft ? disclosureStates[state] : 'Draft',
    isDraft ? 'now' : 'done',
    preparer?.name,
    isDraft ? `${packet.filled} of ${packet.fields.length} fields` : '',
  )
  const end = step(
    'outcome',
    isStopped || hasOutcome || state === 'in-arbitration' ? disclosureStates[state] : 'Outcome',
    state === 'withdrawn' || state === 'not-cleared'
      ? 'stopped'
      : state === 'cleared' || state === 'revised'
        ? 'done'
        : state === 'flagged' || state === 'in-arbitration' || state === 'attested'
          ? 'now'
          : 'next',
    null,
    outcomeOn ? calendarDay(outcomeOn) : '',
  )
  if (isStopped && !isFiled) return [draft, end]
  const submitted = step(
    'submitted',
    'Submitted',
    isFiled ? 'done' : 'next',
    submitter?.name,
    submittedAt ? dayOf(submittedAt) : 'Proof required',
  )
  // The delivery of a notice is its end.
  if (kind === 'school-72h') return isStopped ? [draft, submitted, end] : [draft, submitted]
  if (kind !== 'nil-go') return [draft, submitted, end]
  const attested = step(
    'attested',
    'Attested',
    attestedOn ? 'done' : state === 'submitted' ? 'now' : isDraft ? 'next' : 'done',
    attestation?.name,
    attestedOn
      ? calendarDay(attestedOn)
      : attestation
        ? `Asked ${shortCalendarDay(attestation.askedOn)}`
        : isDraft || state === 'submitted'
          ? 'Payor not asked yet'
          : 'Not recorded',
  )
  // An outcome without an attestation on record does not prove one.
  return (hasOutcome || isStopped) && !attestedOn ? [draft, submitted, end] : [draft, submitted, attested, end]
}

/** What keeps a draft from being ready, in one line. */
export function headlineOf({ state, kind, packet }: Pick<Disclosure, 'state' | 'kind' | 'packet'>) {
  const missing = packet.fields.length - packet.filled
  if (state === 'draft') {
    if (missing === 1) return 'One field keeps this from being ready'
    if (missing > 0) return `${missing} fields keep this from being ready`
    const faults = packet.checks.filter(({ fine }) => !fine).length
    if (faults > 0) return `All fields are filled. ${faults === 1 ? 'One point' : `${faults} points`} to check`
    return 'Complete: mark it ready'
  }
  if (state === 'ready') return kind === 'school-72h' ? 'Ready to send' : 'Ready: file it, then record the filing'
  if (state === 'submitted') return kind === 'school-72h' ? 'Sent and delivered' : 'Submitted: waiting for others'
  if (state === 'attested') return 'Attested: waiting for the outcome'
  if (state === 'flagged') return 'Flagged: answer in the clearinghouse, then record the outcome'
  return disclosureStates[state]
}

const movesOfSteps: Partial<Record<NextStep, DisclosureMove>> = {
  'Ready to file': 'prepare',
  'File report': 'submit',
  'Send notice': 'submit',
  'Revise report': 'revise',
  'Record attestation': 'attest',
  'Remind payor': 'attest',
  'Call payor': 'attest',
  'Record outcome': 'clear',
}

/** The step that the report waits for. Undefined: none, or the person may not take it. */
export function ownStepOf({ kind, state, missing, attestation, moves, packet }: Disclosure): NextStep | undefined {
  const completeness = { filled: packet.filled, fields: packet.fields.length }
  const step = nextStepOf({ kind, state, missing, attestation, completeness })
  if (step === 'Enter facts') return step
  const move = step === 'Complete report' ? 'prepare' : movesOfSteps[step]
  return move && moves.includes(move) ? step : undefined
}
