import { type DealStage, dealStages } from '@sherpa/contracts/deal-stage'
import { useContext } from 'react'
import { DealStageIcon } from '../deal-stage-badge.tsx'
import { targetsOf } from './moves.ts'
import { DraggedDeal, useDropTarget } from './use-dragging.ts'

/** Drop targets for hidden stages, shown during a drag. */
export function DropBar({ stages }: { stages: readonly DealStage[] }) {
  const dragged = useContext(DraggedDeal)
  if (!dragged) return null
  const open = targetsOf(dragged.stage).filter((target) => 'move' in target && stages.includes(target.stage))
  if (open.length === 0) return null
  return (
    <div className="drop-bar">
      {open.map(({ stage }) => (
        <DropTarget key={stage} stage={stage} />
      ))}
    </div>
  )
}

function DropTarget({ stage }: { stage: DealStage }) {
  const { element, ...state } = useDropTarget(stage)
  return (
    <section ref={element} aria-label={`Move to ${dealStages[stage]}`} {...state}>
      <DealStageIcon stage={stage} />
      {dealStages[stage]}
    </section>
  )
}
