import type { NewMove } from '@sherpa/contracts/deal'
import { allDealStages, type DealStage, dealMoves, stageAfter } from '@sherpa/contracts/deal-stage'

/** What people move by hand; the other moves follow from decisions and signatures. */
const byHand: ReadonlySet<string> = new Set<NewMove['move']>([
  'start',
  'complete',
  'terminate',
  'expire',
  'decline',
  'reopen',
])

/** Why a stage is not reached by moving a card, wherever it comes from. */
const reachedOtherwise: Partial<Record<DealStage, string>> = {
  draft: 'A version goes back to a draft when it is withdrawn, or when its terms are changed.',
  'in-review': 'A draft goes into review when it is submitted.',
  approved: 'A deal is approved when everyone who has to has approved it.',
  signed: 'A deal is signed when all sides have signed.',
}

/** Where a card may go: by which move, or why not. */
export type Target = ByHand | { stage: DealStage; why: string }
export type ByHand = { stage: DealStage; move: NewMove['move'] }

/** Every other stage, with the move that leads there, or the reason why none does. */
export function targetsOf(from: DealStage): Target[] {
  return allDealStages
    .filter((stage) => stage !== from)
    .map((stage) => {
      const move = dealMoves.find((one) => byHand.has(one) && stageAfter(from, one) === stage)
      if (move) return { stage, move: move as NewMove['move'] }
      return { stage, why: reachedOtherwise[stage] ?? reasonOf(from, stage) }
    })
}

function reasonOf(from: DealStage, to: DealStage) {
  if (to === 'active') return 'Only a signed deal can start.'
  if (to === 'completed') return 'Only an active deal can be completed.'
  if (to === 'terminated') return 'Only a signed or active deal can be terminated.'
  if (to === 'declined') return 'What is signed cannot be declined. It can be terminated.'
  return from === 'draft' ? 'A draft does not expire. It can be declined.' : 'Only an offer that nobody signed expires.'
}
