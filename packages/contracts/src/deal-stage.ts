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

/** Every way from one stage to another. What is not here is refused. */
const moves = {
  /** The draft goes to those who decide. */
  submit: { from: ['draft'], to: 'in-review' },
  /** Everyone who has to has said yes. */
  approve: { from: ['in-review'], to: 'approved' },
  /** Somebody asked for changes, or it was taken back to be changed. */
  revise: { from: ['in-review', 'approved'], to: 'draft' },
  /** All sides have signed. */
  sign: { from: ['approved'], to: 'signed' },
  /** Its term has begun. */
  start: { from: ['signed'], to: 'active' },
  complete: { from: ['active'], to: 'completed' },
  decline: { from: ['draft', 'in-review', 'approved'], to: 'declined' },
  terminate: { from: ['signed', 'active'], to: 'terminated' },
  /** The offer was not signed in time, or the term has ended with something left open. */
  expire: { from: ['in-review', 'approved', 'active'], to: 'expired' },
  /** It is tried again, with a new version. */
  reopen: { from: ['declined', 'expired'], to: 'draft' },
} as const satisfies Record<string, { from: readonly DealStage[]; to: DealStage }>
export type DealMove = keyof typeof moves
export const allDealMoves = Object.keys(moves) as DealMove[]

/** Where the move leads to, if it is possible from here. A deal that was in force before it expired is not reopened. */
export function stageAfter(stage: DealStage, move: DealMove, wasInForce = false): DealStage | undefined {
  if (move === 'reopen' && wasInForce) return undefined
  const { from, to } = moves[move]
  return (from as readonly DealStage[]).includes(stage) ? to : undefined
}

/** A new version of a deal that is in force is reviewed and signed while the deal goes on. */
export const stagesInForce: ReadonlySet<DealStage> = new Set(['signed', 'active'])
