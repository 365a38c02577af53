/** How far a deal is. */
export const dealStages = {
  draft: 'Draft',
  'in-review': 'In review',
  approved: 'Approved',
  signed: 'Signed',
  active: 'Active',
  completed: 'Completed',
  declined: 'Declined',
  terminated: 'Terminated',
  expired: 'Expired',
} as const
export type DealStage = keyof typeof dealStages
export const allDealStages = Object.keys(dealStages) as DealStage[]

/** How far one version of a deal is. */
export const versionStages = {
  draft: 'Draft',
  'in-review': 'In review',
  approved: 'Approved',
  signed: 'Signed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} as const
export type VersionStage = keyof typeof versionStages
export const allVersionStages = Object.keys(versionStages) as VersionStage[]

export const dealMoves = [
  /** Terms, title or company change. A frozen version stays as it is: the change begins the next one. */
  'edit',
  /** The draft is frozen and goes to its approvers. */
  'submit',
  'approve',
  /** An approver asked for changes, or the version was withdrawn to be changed: a new draft has the same terms. */
  'revise',
  /** A draft amendment is given up. */
  'discard',
  'decline',
  /** All sides have signed. */
  'sign',
  /** Whoever the version waits for is asked once more. */
  'remind',
  /** The term has begun. */
  'start',
  'complete',
  'terminate',
  /** Nobody signed the offer in time. */
  'expire',
  /** A declined or expired offer is tried again, with a new version. */
  'reopen',
] as const
export type DealMove = (typeof dealMoves)[number]

/** The stage of a deal, and that of its newest version. */
export type DealState = { stage: DealStage; version: VersionStage }
type Key = `${DealStage}/${VersionStage}`
type Moves = Partial<Record<DealMove, Key>>

/**
 * The only transition table: every state that a deal can be in, as stage of the deal / stage of its newest version, and every move from
 * there. Before the first signature the deal moves with its newest version. Once a version is in force, newer ones are amendments: they are
 * reviewed and signed while the deal goes on.
 */
const transitions = {
  'draft/draft': { edit: 'draft/draft', submit: 'in-review/in-review', decline: 'declined/withdrawn' },
  'in-review/in-review': {
    edit: 'draft/draft',
    approve: 'approved/approved',
    revise: 'draft/draft',
    decline: 'declined/declined',
    expire: 'expired/withdrawn',
    remind: 'in-review/in-review',
  },
  'approved/approved': {
    edit: 'draft/draft',
    sign: 'signed/signed',
    revise: 'draft/draft',
    decline: 'declined/declined',
    expire: 'expired/withdrawn',
    remind: 'approved/approved',
  },
  'declined/declined': { reopen: 'draft/draft' },
  'declined/withdrawn': { reopen: 'draft/draft' },
  'expired/withdrawn': { reopen: 'draft/draft' },
  ...inForce('signed', { start: 'active' }),
  ...inForce('active', { complete: 'completed' }),
  'completed/signed': {},
  'completed/declined': {},
  'completed/withdrawn': {},
  'terminated/signed': {},
  'terminated/declined': {},
  'terminated/withdrawn': {},
} satisfies Partial<Record<Key, Moves>>

/** Whatever ends the deal withdraws an open amendment; what only moves the deal on leaves it alone. */
function inForce<Stage extends 'signed' | 'active'>(
  stage: Stage,
  onward: { start?: 'active'; complete?: 'completed' },
) {
  const moves = (version: VersionStage, amendment: Moves): Moves => {
    const closed = isOpen(version) ? 'withdrawn' : version
    return {
      edit: `${stage}/draft`,
      ...amendment,
      ...(onward.start && { start: `${onward.start}/${version}` }),
      ...(onward.complete && { complete: `${onward.complete}/${closed}` }),
      terminate: `terminated/${closed}`,
    }
  }
  const underWay: Moves = { revise: `${stage}/draft`, decline: `${stage}/declined` }
  return {
    [`${stage}/signed`]: moves('signed', {}),
    [`${stage}/draft`]: moves('draft', { submit: `${stage}/in-review`, discard: `${stage}/withdrawn` }),
    [`${stage}/in-review`]: moves('in-review', {
      ...underWay,
      approve: `${stage}/approved`,
      remind: `${stage}/in-review`,
    }),
    [`${stage}/approved`]: moves('approved', { ...underWay, sign: `${stage}/signed`, remind: `${stage}/approved` }),
    [`${stage}/declined`]: moves('declined', {}),
    [`${stage}/withdrawn`]: moves('withdrawn', {}),
  } as Record<`${Stage}/${VersionStage}`, Moves>
}

/** The version may still be changed, decided about or signed. */
export function isOpen(version: VersionStage) {
  return version === 'draft' || version === 'in-review' || version === 'approved'
}

const movesOf = ({ stage, version }: DealState): Moves =>
  (transitions as Partial<Record<Key, Moves>>)[`${stage}/${version}`] ?? {}

/** Every state that a deal can be in. */
export const allDealStates: readonly DealState[] = Object.keys(transitions).map((key) => stateOf(key as Key))

/** Where the move leads to, if it is possible from here. */
export function stateAfter(state: DealState, move: DealMove): DealState | undefined {
  const to = movesOf(state)[move]
  return to && stateOf(to)
}

export function isPossible(state: DealState, move: DealMove) {
  return movesOf(state)[move] !== undefined
}

/** Where the move leads a deal of this stage, whatever its newest version is. */
export function stageAfter(stage: DealStage, move: DealMove): DealStage | undefined {
  const from = allDealStates.find((state) => state.stage === stage && isPossible(state, move))
  return from && stateAfter(from, move)?.stage
}

function stateOf(key: Key): DealState {
  const [stage, version] = key.split('/') as [DealStage, VersionStage]
  return { stage, version }
}

/** One version of the deal was signed by all sides: it binds them, also after its term. */
export const hasBeenSigned = (stage: DealStage) =>
  stage === 'signed' || stage === 'active' || stage === 'completed' || stage === 'terminated'

/** The version that was signed is in force. */
export const isInForce = (stage: DealStage) => stage === 'signed' || stage === 'active'
