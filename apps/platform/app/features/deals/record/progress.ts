import {
  type Approval,
  approvalMarks,
  type Deal,
  decisions,
  missingTerms,
  type SigningSide,
  signingPause,
  signingSides,
} from '@sherpa/contracts/deal'
import { type DealStage, dealStages, isInForce } from '@sherpa/contracts/deal-stage'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { agoInWords, calendarDay, dayOf } from '../../../data/moments.tsx'
import { moneyInWords } from '../../../data/money.ts'

/** A step on the way to a version in force. */
export type Step = {
  id: string
  name: string
  state: 'done' | 'now' | 'next' | 'stopped'
  /** One line each. */
  who: string[]
  when: string
  comments: { by: string; text: string }[]
  waitsFor: string[]
}

type Told = Pick<
  Deal,
  | 'stage'
  | 'stageSince'
  | 'versions'
  | 'approvals'
  | 'signatures'
  | 'sides'
  | 'athlete'
  | 'company'
  | 'lead'
  | 'versionInForce'
  | 'newestVersion'
  | 'guardianMissing'
  | 'guardianStep'
  | 'reviewAgain'
  | 'objection'
  | 'shared'
  | 'actions'
  | 'kind'
  | 'links'
>

/** The company signs by a link that nobody sent yet. */
const isUnsent = ({ actions, links }: Pick<Deal, 'actions' | 'links'>) =>
  actions.includes('send-link') && !links.some(({ purpose }) => purpose === 'signature')

export const ended: ReadonlySet<DealStage> = new Set(['completed', 'declined', 'terminated', 'expired'])
const emptyStep = { who: [], when: '', comments: [], waitsFor: [] }

/** From submission through approvals and signatures to in force. */
export function progressOf(deal: Told): Step[] {
  const [newest] = deal.versions
  if (!newest) return []
  // An abandoned amendment waits for no one.
  const isOver = newest.stage === 'withdrawn' || newest.stage === 'declined'
  if (isOver && isInForce(deal.stage)) return []
  const steps = newest.entered
    ? [entry(newest), ...(deal.approvals.length > 0 ? approvalsOf(deal, newest) : []), lastStep(deal)]
    : [
        submission(deal, newest),
        ...approvalsOf(deal, newest),
        ...deal.sides.map((side) => signatureOf(side, deal, newest)),
        lastStep(deal),
      ]
  if (!isOver) return steps
  // Nobody signs a deal that ended without a signature.
  return ended.has(deal.stage)
    ? steps.filter(({ state }) => state === 'done' || state === 'stopped')
    : steps.map((one) => (one.state === 'now' ? { ...one, state: 'next', when: '', waitsFor: [] } : one))
}

/** Nothing is left to do. */
export const isComplete = (steps: readonly Step[]) =>
  steps.length > 0 && steps.every(({ state }) => state === 'done' || state === 'stopped')

type Newest = Deal['versions'][number]

/** Signed elsewhere: there are no signatures to wait for. */
function entry({ frozenAt, frozenBy }: Newest): Step {
  const who = frozenBy ? [frozenBy.name] : []
  return {
    ...emptyStep,
    id: 'entered',
    name: 'Entered as signed',
    state: 'done',
    who,
    when: frozenAt ? agoInWords(frozenAt) : '',
  }
}

function submission({ lead }: Told, { frozenAt, frozenBy, createdBy }: Newest): Step {
  const by = frozenBy ?? lead ?? createdBy
  const who = by ? [by.name] : []
  if (frozenAt)
    return { ...emptyStep, id: 'submitted', name: 'Submitted', state: 'done', who, when: agoInWords(frozenAt) }
  return { ...emptyStep, id: 'submitted', name: 'Draft', state: 'now', who, when: 'Not submitted yet' }
}

function approvalsOf({ approvals }: Told, { stage }: Newest): Step[] {
  if (approvals.length === 0) {
    const isDone = stage === 'approved' || stage === 'signed'
    const state = isDone ? 'done' : stage === 'in-review' ? 'now' : stage === 'declined' ? 'stopped' : 'next'
    return [{ ...emptyStep, id: 'approval', name: 'Approval', state }]
  }
  const steps = Map.groupBy(approvals, ({ step }) => step)
  return [...steps].map(([step, people]) => approvalStep(step, people))
}

function approvalStep(step: number, people: Approval[]): Step {
  const [first] = people
  const needs = first?.needs ?? 'all'
  const isRefused = people.some(({ decision }) => decision === 'declined' || decision === 'changes')
  const isApproved = ({ decision }: Approval) => decision === 'approved'
  const isDone = needs === 'any' ? people.some(isApproved) : people.every(isApproved)
  const isAsked = people.some(({ askedAt }) => askedAt !== null)
  const state = isRefused ? 'stopped' : isDone ? 'done' : isAsked ? 'now' : 'next'
  const waiting = people.filter(({ decision, askedAt }) => askedAt && !decision)
  const decided = people.filter(({ decision }) => decision)
  const last = decided.flatMap(({ decidedAt }) => decidedAt ?? []).at(-1)
  // After a decision in an any-of step, the others no longer matter.
  const named = needs === 'any' && state !== 'next' && state !== 'now' ? decided : people
  const names = named.map(
    (one) =>
      nameOf(one) +
      (one.decision && state === 'now' ? `: ${decisions[one.decision]}` : '') +
      (one.decision === 'approved' && one.mark ? ` (${approvalMarks[one.mark].toLowerCase()})` : ''),
  )
  const asked = people.flatMap(({ askedAt }) => askedAt ?? [])[0]
  return {
    id: `step-${step}`,
    name: first?.stepName ?? 'Approval',
    state,
    who: needs === 'any' && named.length > 1 ? [names.join(' or ')] : names,
    when:
      state === 'now'
        ? asked
          ? waitInWords(asked)
          : ''
        : state === 'next' || !last
          ? ''
          : `${state === 'stopped' ? refusalOf(decided) : 'Approved'} ${agoInWords(last)}`,
    comments: decided.flatMap((one) => (one.comment ? [{ by: nameOf(one), text: one.comment }] : [])),
    waitsFor: state === 'now' ? waiting.map(nameOf) : [],
  }
}

const DAY_MS = 86_400_000

/** "Waiting 8 days". */
function waitInWords(since: string) {
  const days = Math.floor((Date.now() - Date.parse(since)) / DAY_MS)
  return days < 1 ? `Waiting, ${agoInWords(since)}` : `Waiting ${days} ${days === 1 ? 'day' : 'days'}`
}

const nameOf = ({ person }: Approval) => person?.name ?? 'Former member'

function refusalOf(decided: Approval[]) {
  return decided.some(({ decision }) => decision === 'declined') ? decisions.declined : decisions.changes
}

/** Signatures of older versions do not count. */
function signatureBy(side: SigningSide, { signatures, newestVersion }: Pick<Deal, 'signatures' | 'newestVersion'>) {
  return signatures.find((one) => one.side === side && one.number === newestVersion)
}

/** Parties that have not signed the newest version. */
export function missingSignatures(deal: Pick<Deal, 'sides' | 'signatures' | 'newestVersion'>) {
  return deal.sides.filter((side) => !signatureBy(side, deal))
}

function signatureOf(side: SigningSide, deal: Told, newest: Newest): Step {
  const signature = signatureBy(side, deal)
  const whose = { athlete: deal.athlete.name, guardian: 'A verified guardian', company: newest.company.name }[side]
  const base = { ...emptyStep, id: side, name: signingSides[side] }
  if (signature) {
    const comments = signature.reason ? [{ by: 'Reason', text: signature.reason }] : []
    const how = {
      platform: 'Signed',
      paper: 'Signed on paper',
      link: signature.linkSentTo ? `Signed by link sent to ${signature.linkSentTo}` : 'Signed by link',
      entered: 'Signed elsewhere',
    }[signature.method]
    return { ...base, state: 'done', who: [signature.name], when: `${how} ${agoInWords(signature.signedAt)}`, comments }
  }
  if (side === 'guardian' && deal.guardianMissing && deal.versionInForce === deal.newestVersion) {
    return { ...base, state: 'now', who: [whose], when: 'Missing', waitsFor: ['the guardian'] }
  }
  if (newest.stage !== 'approved') return { ...base, state: 'next', who: [whose] }
  // Nobody can sign while signing is paused, and the athlete not before the guardian.
  if (signingPause(deal)) return { ...base, state: 'next', who: [whose], when: 'Paused' }
  if (side === 'athlete' && deal.sides.includes('guardian') && !signatureBy('guardian', deal)) {
    return { ...base, state: 'next', who: [whose], when: 'After the guardian' }
  }
  return {
    ...base,
    state: 'now',
    who: [whose],
    when: side === 'company' && isUnsent(deal) ? 'Not sent yet' : 'Waiting for signature',
    waitsFor: [side === 'guardian' ? 'the guardian' : whose],
  }
}

/** Of an approver who declined, the last one. */
const refusalIn = ({ approvals }: Pick<Deal, 'approvals'>) =>
  approvals.findLast(({ decision }) => decision === 'declined')

function lastStep({ stage, stageSince, versionInForce, newestVersion, versions, approvals }: Told): Step {
  const startsOn = versions[0]?.terms.startsOn
  if (ended.has(stage)) {
    const isGood = stage === 'completed'
    return {
      ...emptyStep,
      id: 'end',
      name: dealStages[stage],
      state: isGood ? 'done' : 'stopped',
      when: agoInWords((stage === 'declined' && refusalIn({ approvals })?.decidedAt) || stageSince),
    }
  }
  if (versionInForce === newestVersion) {
    if (stage === 'active') return { ...emptyStep, id: 'end', name: dealStages.active, state: 'done' }
    const when = startsOn ? `Starts ${calendarDay(startsOn)}` : ''
    return { ...emptyStep, id: 'end', name: dealStages.signed, state: 'done', when }
  }
  return {
    ...emptyStep,
    id: 'end',
    // An amendment does not change the stage of the deal.
    name: versionInForce === null ? dealStages.active : 'In force',
    state: 'next',
    when: startsOn ? `From ${calendarDay(startsOn)}` : '',
  }
}

/** Headline and explanation. */
export function progressInWords(deal: Told, steps = progressOf(deal)): { title: string; about: string } {
  const [newest] = deal.versions
  const version = `Version ${deal.newestVersion}`
  const about =
    deal.versionInForce !== null && deal.versionInForce !== deal.newestVersion
      ? `Version ${deal.versionInForce} applies until all parties have signed version ${deal.newestVersion}.`
      : ''
  if (ended.has(deal.stage)) {
    const refusal = deal.stage === 'declined' ? refusalIn(deal) : undefined
    if (refusal) return refusalInWords(refusal)
    const title = `${dealStages[deal.stage]} ${dayOf(deal.stageSince)}`
    return { title, about: newest?.signedAt ? enteredInWords(newest) || signedInWords(newest) : '' }
  }
  const waitsFor = [...new Set(steps.flatMap((one) => one.waitsFor))]
  const beforeApproval = deal.shared ? `Shared with ${deal.athlete.name}. It can change until approved.` : ''
  if (newest?.stage === 'draft') {
    const isComplete = missingTerms(deal.kind, newest.terms).length === 0
    const next = !deal.actions.includes('submit') || isComplete ? '' : 'Submit it once the terms are complete.'
    return { title: `${version} is a draft`, about: sentences(about || next, beforeApproval) }
  }
  if (deal.versionInForce === deal.newestVersion) {
    const guardian = deal.guardianMissing ? 'A guardian’s signature is missing.' : ''
    const entered = enteredInWords(newest)
    const signed = entered || signedInWords(newest)
    if (deal.stage === 'active') return { title: `${version} is in force`, about: guardian || signed }
    // The badge says that it is signed, so the headline says when.
    return {
      title: entered ? `${version} is signed` : `${version}: ${signed.charAt(0).toLowerCase()}${signed.slice(1, -1)}`,
      about: guardian || sentences(entered, startInWords(newest)),
    }
  }
  if (newest?.stage === 'declined' || newest?.stage === 'withdrawn') {
    if (deal.versionInForce === null) return { title: `${version} was ${newest.stage}`, about: '' }
    const { title } = progressInWords({ ...deal, newestVersion: deal.versionInForce, versions: deal.versions.slice(1) })
    return { title, about: `${version} was ${newest.stage}.` }
  }
  const pause = newest?.stage === 'approved' && signingPause(deal)
  if (pause) return { title: pauseInWords[pause](version), about }
  const verb = newest?.stage === 'approved' ? 'is approved and waiting for signatures' : 'is in review'
  const isOnlyUnsent = isUnsent(deal) && waitsFor.length === 1 && waitsFor[0] === newest?.company.name
  return {
    title: isOnlyUnsent
      ? `${version} is approved, not sent to ${newest?.company.name} yet`
      : waitsFor.length > 0
        ? `${version} is waiting for ${listInWords(waitsFor)}`
        : `${version} ${verb}`,
    about:
      newest?.stage === 'in-review'
        ? sentences(enteredInWords(newest), about, beforeApproval)
        : about || (newest?.stage === 'approved' ? startInWords(newest) : ''),
  }
}

const pauseInWords = {
  objection: (version: string) => `${version} is paused by a guardian’s objection`,
  'review-again': (version: string) => `${version} has to be reviewed again before anyone signs`,
  guardian: (version: string) => `${version} is waiting for a verified guardian`,
}

const LONGEST_IN_HEADLINE = 100

/** The reason, unless it is too long for a headline. */
function refusalInWords(refusal: Approval) {
  const { comment, decidedAt } = refusal
  const by = `${nameOf(refusal)}${decidedAt ? `, ${agoInWords(decidedAt)}` : ''}.`
  if (comment && comment.length <= LONGEST_IN_HEADLINE) return { title: `Declined: “${comment}”`, about: by }
  return { title: `Declined by ${nameOf(refusal)}`, about: comment ? `“${comment}”` : by }
}

/** "Signed Jul 30, 2026 by all sides." */
function signedInWords(version: Newest | undefined) {
  return version?.signedAt ? `Signed ${dayOf(version.signedAt)} by all sides.` : 'Signed by all sides.'
}

const startInWords = (version: Newest | undefined) =>
  version?.terms.startsOn ? `Starts ${calendarDay(version.terms.startsOn)}.` : ''

/** "Entered as signed on Mar 18, 2024. $19,000 was received before." */
function enteredInWords(version: Newest | undefined) {
  if (!version?.entered) return ''
  const { signedOn, received } = version.entered
  const { currency } = version.terms
  const minor = (received ?? []).reduce((sum, one) => sum + one.amountMinor, 0)
  const money = minor > 0 && currency ? `${moneyInWords(minor, currency)} was received before.` : ''
  return sentences(`Entered as signed on ${calendarDay(signedOn)}.`, money)
}

const sentences = (...all: string[]) => all.filter(Boolean).join(' ')
