import { type DealStage, dealStages } from '@sherpa/contracts/deal-stage'
import { useContext } from 'react'
import { DealStageSign } from '../deal-stage-badge.tsx'
import { targetsOf } from './moves.ts'
import { DraggedDeal, useDropTarget } from './use-dragging.ts'

/** While a card is dragged: the stages without a column of their own that it may go to. */
export function DropBar({ stages }: { stages: readonly DealStage[] }) {
  const dragged = useContext(DraggedDeal)
  if (!dragged) return null
  const open = targetsOf(dragged.stage).filter((target) => 'move' in target && stages.includes(target.stage))
  if (open.length === 0) return null
  return (
    <div className="drop-bar">
      {open.map(({ stage }) => (
        <DropPlace key={stage} stage={stage} />
      ))}
    </div>
  )
}

function DropPlace({ stage }: { stage: DealStage }) {
  const { element, ...state } = useDropTarget(stage)
  return (
    <section ref={element} aria-label={`Drop here: ${dealStages[stage]}`} {...state}>
      <DealStageSign stage={stage} />
      {dealStages[stage]}
    </section>
  )
}
