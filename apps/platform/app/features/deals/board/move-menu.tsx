import type { DealRow } from '@sherpa/contracts/deal'
import { dealStages } from '@sherpa/contracts/deal-stage'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { namesOf } from '../deal-names.ts'
import { DealStageIcon } from '../deal-stage-badge.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { type ManualMove, type Target, targetsOf } from './moves.ts'

/** Keyboard alternative to dragging. Impossible moves explain why. */
export function MoveMenu({ deal }: { deal: DealRow }) {
  const [chosen, setChosen] = useState<ManualMove>()

  function choose(target: Target) {
    if ('move' in target) setChosen(target)
    else showToast('error', target.why)
  }

  return (
    <>
      <MenuButton
        align="end"
        name={`Move ${namesOf(deal).name} to…`}
        buttonClass="inline-grid size-7 cursor-pointer place-items-center rounded-sm text-grey hover:bg-quiet hover:text-ink max-md:size-11"
        label={<ToolIcon name="more" />}
      >
        <p className="px-2.5 py-1 text-xs text-grey">Move to…</p>
        {targetsOf(deal.stage).map((target) => {
          const isAllowed = 'move' in target
          return (
            <button
              key={target.stage}
              type="button"
              aria-disabled={!isAllowed || undefined}
              title={isAllowed ? undefined : target.why}
              onClick={() => choose(target)}
              className={`${menuItemClass} aria-disabled:text-grey`}
            >
              <DealStageIcon stage={target.stage} />
              {dealStages[target.stage]}
              {!isAllowed && <span className="sr-only">, not available: {target.why}</span>}
            </button>
          )
        })}
      </MenuButton>
      <MoveDialog asked={chosen && { deal, target: chosen }} onClose={() => setChosen(undefined)} />
    </>
  )
}
