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
  /** A change to a frozen version starts the next one. */
  'edit',
  /** Freezes the draft and asks its approvers. */
  'submit',
  'approve',
  /** Changes requested, or withdrawn: a new draft gets the same terms. */
  'revise',
  /** Abandons a draft amendment. */
  'discard',
  'decline',
  /** All parties have signed. */
  'sign',
  'remind',
  'start',
  'complete',
  'terminate',
  /** The offer was not signed in time. */
  'expire',
  /** Starts a new version of a declined or expired offer. */
  'reopen',
] as const
export type DealMove = (typeof dealMoves)[number]

/** The stage of a deal, and that of its newest version. */
export type DealState = { stage: DealStage; version: VersionStage }
type Key = `${DealStage}/${VersionStage}`
type Moves = Partial<Record<DealMove, Key>>

/**
 * The only transition table: "stage of the deal/stage of its newest version", with every possible move. Before the first
 * signature the deal moves with its newest version. Later versions are amendments, reviewed while the deal goes on.
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

/** Ending the deal withdraws an open amendment; starting it does not. */
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

/** Not yet signed, declined or withdrawn. */
export function isOpen(version: VersionStage) {
  return version === 'draft' || version === 'in-review' || version === 'approved'
}

const movesOf = ({ stage, version }: DealState): Moves =>
  (transitions as Partial<Record<Key, Moves>>)[`${stage}/${version}`] ?? {}

export const allDealStates: readonly DealState[] = Object.keys(transitions).map((key) => stateOf(key as Key))

/** Undefined if the move is impossible. */
export function stateAfter(state: DealState, move: DealMove): DealState | undefined {
  const to = movesOf(state)[move]
  return to && stateOf(to)
}

export function isPossible(state: DealState, move: DealMove) {
  return movesOf(state)[move] !== undefined
}

/** For any stage of the newest version. */
export function stageAfter(stage: DealStage, move: DealMove): DealStage | undefined {
  const from = allDealStates.find((state) => state.stage === stage && isPossible(state, move))
  return from && stateAfter(from, move)?.stage
}

function stateOf(key: Key): DealState {
  const [stage, version] = key.split('/') as [DealStage, VersionStage]
  return { stage, version }
}

/** A version was signed: it binds all parties, even after its term. */
export const hasBeenSigned = (stage: DealStage) =>
  stage === 'signed' || stage === 'active' || stage === 'completed' || stage === 'terminated'

export const isInForce = (stage: DealStage) => stage === 'signed' || stage === 'active'
