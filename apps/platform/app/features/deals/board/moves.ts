import type { NewMove } from '@sherpa/contracts/deal'
import { allDealStages, type DealStage, dealMoves, stageAfter } from '@sherpa/contracts/deal-stage'

/** Moves that people make; the others follow from approvals and signatures. */
const manualMoves: ReadonlySet<string> = new Set<NewMove['move']>([
  'start',
  'complete',
  'terminate',
  'expire',
  'decline',
  'reopen',
])

/** Stages that a card cannot be moved to, with the reason. */
const automaticStages: Partial<Record<DealStage, string>> = {
  draft: 'A version returns to draft when it is withdrawn or its terms change.',
  'in-review': 'A draft moves to review when it is submitted.',
  approved: 'A deal is approved once all approvers have approved it.',
  signed: 'A deal is signed once all parties have signed.',
}

export type Target = ManualMove | { stage: DealStage; why: string }
export type ManualMove = { stage: DealStage; move: NewMove['move'] }

/** Every other stage, with its move or the reason why there is none. */
export function targetsOf(from: DealStage): Target[] {
  return allDealStages
    .filter((stage) => stage !== from)
    .map((stage) => {
      const move = dealMoves.find((one) => manualMoves.has(one) && stageAfter(from, one) === stage)
      if (move) return { stage, move: move as NewMove['move'] }
      return { stage, why: automaticStages[stage] ?? reasonOf(from, stage) }
    })
}

function reasonOf(from: DealStage, to: DealStage) {
  if (to === 'active') return 'Only a signed deal can start.'
  if (to === 'completed') return 'Only an active deal can be completed.'
  if (to === 'terminated') return 'Only a signed or active deal can be terminated.'
  if (to === 'declined') return 'A signed deal can’t be declined. Terminate it instead.'
  return from === 'draft' ? 'A draft can’t expire. Decline it instead.' : 'Only an unsigned offer can expire.'
}
