import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { DealRow } from '@sherpa/contracts/deal'
import type { DealStage } from '@sherpa/contracts/deal-stage'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { type ManualMove, targetsOf } from './moves.ts'

/** The dragged card, so that columns can show whether it may be dropped. */
export const DraggedDeal = createContext<DealRow | undefined>(undefined)

const dealIn = (data: Record<string | symbol, unknown>) => data.deal as DealRow
const targetAt = (deal: DealRow, stage: unknown) =>
  targetsOf(deal.stage).find((target): target is ManualMove => target.stage === stage && 'move' in target)

export function useDraggedDeal(onDrop: (deal: DealRow, target: ManualMove) => void) {
  const [dragged, setDragged] = useState<DealRow>()
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setDragged(dealIn(source.data)),
        onDrop({ source, location }) {
          setDragged(undefined)
          const deal = dealIn(source.data)
          const target = targetAt(deal, location.current.dropTargets[0]?.data.stage)
          if (target) drop.current(deal, target)
        },
      }),
    [],
  )
  return dragged
}

/** Keyboard users have the move menu instead. */
export function useDraggable(deal: DealRow, mayMove: boolean) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(deal)
  useEffect(() => {
    latest.current = deal
  })
  useEffect(() => {
    if (!element.current || !mayMove) return
    return draggable({ element: element.current, getInitialData: () => ({ deal: latest.current }) })
  }, [mayMove])
  return element
}

export function useDropTarget(stage: DealStage) {
  const element = useRef<HTMLElement>(null)
  const dragged = useContext(DraggedDeal)
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ stage }),
      canDrop: ({ source }) => targetAt(dealIn(source.data), stage) !== undefined,
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: () => setIsOver(false),
    })
  }, [stage])
  const isOwn = dragged?.stage === stage
  const state = !dragged || isOwn ? undefined : !targetAt(dragged, stage) ? 'no' : isOver ? 'over' : 'yes'
  return { element, 'data-drop': state }
}
