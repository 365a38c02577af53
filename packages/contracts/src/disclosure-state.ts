export const disclosureKinds = {
  'nil-go': 'NIL Go report',
  'school-72h': '72-hour notice',
  'state-association': '14-day notice to the state association',
  'school-before-signing': 'Disclosure to the school',
  other: 'Other report',
} as const
export type DisclosureKind = keyof typeof disclosureKinds
export const allDisclosureKinds = Object.keys(disclosureKinds) as DisclosureKind[]

export const disclosureStates = {
  draft: 'Draft',
  ready: 'Ready',
  submitted: 'Submitted',
  attested: 'Attested',
  cleared: 'Cleared',
  flagged: 'Flagged',
  'not-cleared': 'Not cleared',
  revised: 'Revised',
  withdrawn: 'Withdrawn',
  'in-arbitration': 'In arbitration',
} as const
export type DisclosureState = keyof typeof disclosureStates
export const allDisclosureStates = Object.keys(disclosureStates) as DisclosureState[]

type Named = { kind: DisclosureKind; title: string | null; isRevision: boolean }

export const nameOfDisclosure = ({ kind, title, isRevision }: Named) =>
  title ?? (isRevision ? `${disclosureKinds[kind]}, revision` : disclosureKinds[kind])

/** Moves, as a person says them. */
export const disclosureMoves = {
  prepare: 'Ready to file',
  reopen: 'Back to draft',
  submit: 'Record filing',
  attest: 'Record attestation',
  clear: 'Cleared',
  flag: 'Flagged',
  refuse: 'Not cleared',
  arbitrate: 'Record arbitration',
  /** Opens a draft with the terms of today. */
  revise: 'Revise',
  withdraw: 'Withdraw',
} as const
export type DisclosureMove = keyof typeof disclosureMoves
export const allDisclosureMoves = Object.keys(disclosureMoves) as DisclosureMove[]

type Moves = Partial<Record<DisclosureMove, DisclosureState>>
const outcomes = { clear: 'cleared', flag: 'flagged', refuse: 'not-cleared' } as const
const ends = { revise: 'revised', withdraw: 'withdrawn' } as const

/** The only transition table. */
const transitions: Record<DisclosureState, Moves> = {
  draft: { prepare: 'ready', withdraw: 'withdrawn' },
  ready: { submit: 'submitted', reopen: 'draft', withdraw: 'withdrawn' },
  submitted: { attest: 'attested', ...outcomes, ...ends },
  attested: { ...outcomes, ...ends },
  cleared: { flag: 'flagged', ...ends },
  flagged: { clear: 'cleared', refuse: 'not-cleared', arbitrate: 'in-arbitration', ...ends },
  'not-cleared': { clear: 'cleared', arbitrate: 'in-arbitration', ...ends },
  'in-arbitration': { clear: 'cleared', refuse: 'not-cleared', ...ends },
  revised: {},
  withdrawn: {},
}

/** It is over without an outcome of its own. */
export const isOver = (state: DisclosureState) => state === 'withdrawn' || state === 'revised'

type Filing = { kind: DisclosureKind; state: DisclosureState }

/** Only the clearinghouse asks payors to attest, and disputes go to arbitration. */
const movesOfNilGo: ReadonlySet<DisclosureMove> = new Set(['attest', 'arbitrate'])

/** Undefined if the move is impossible. */
export function stateAfterMove({ kind, state }: Filing, move: DisclosureMove): DisclosureState | undefined {
  return kind !== 'nil-go' && movesOfNilGo.has(move) ? undefined : transitions[state][move]
}

export function possibleMoves(filing: Filing): DisclosureMove[] {
  return allDisclosureMoves.filter((move) => stateAfterMove(filing, move) !== undefined)
}

/** The packet is not frozen yet. */
export const isUnfiled = (state: DisclosureState) => state === 'draft' || state === 'ready'

/** Due before anyone signs: no day yet. Comes after every day. */
export const BEFORE_SIGNING = { dueOn: '9999-12-31', dueAt: '9999-12-31T00:00:00.000Z' } as const
export const isBeforeSigning = ({ dueOn }: { dueOn: string }) => dueOn === BEFORE_SIGNING.dueOn

/** Reveals that an amount reached a threshold: for people with money permission, and the athlete. */
export const dependsOnAmount = (kind: DisclosureKind) => kind === 'nil-go'

/** What the organization has to do: file or answer, wait, or nothing. */
export const disclosureWork = { due: 'Due', waiting: 'Waiting for others', closed: 'Filed' } as const
export type DisclosureWork = keyof typeof disclosureWork

export const disclaimer = 'Information, not legal advice. Sherpa does not submit to authorities.'
