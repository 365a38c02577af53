import { dealsApi } from '@sherpa/api-client/deals'
import type { DealRow } from '@sherpa/contracts/deal'
import { dealStages } from '@sherpa/contracts/deal-stage'
import { showToast } from '@sherpa/ui/toast-area'
import { useOrganization } from '../../../frame/account-context.ts'
import { namesOf } from '../deal-names.ts'
import { ActionDialog } from '../record/action-dialog.tsx'
import { TerminateDialog } from '../record/terminate-dialog.tsx'
import { ToldOfEnding } from '../record/told-of-ending.tsx'
import type { ManualMove } from './moves.ts'

export type AskedMove = { deal: DealRow; target: ManualMove }

export function MoveDialog({ asked, onClose }: { asked: AskedMove | undefined; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [moveDeal] = dealsApi.useMoveDealMutation()
  const isTermination = asked?.target.move === 'terminate'
  return (
    <>
      <ActionDialog question={isTermination ? undefined : asked && questionOf(asked)} onClose={onClose} />
      <TerminateDialog deal={isTermination ? asked.deal : undefined} onClose={onClose} />
    </>
  )

  function questionOf({ deal, target: { stage, move } }: AskedMove) {
    const isEnding = move === 'decline' || move === 'expire'
    return {
      title: `Move this deal to “${dealStages[stage]}”?`,
      confirm: 'Move',
      confirming: 'Moving…',
      ...(isEnding && { look: 'danger' as const }),
      comment: { label: 'Comment' },
      async act(comment: string | null) {
        await moveDeal({ organization, deal: deal.id, body: { version: deal.version, move, comment } }).unwrap()
        showToast('success', `Moved to “${dealStages[stage]}”.`)
      },
      children: (
        <>
          <p className="break-words">{namesOf(deal).name}</p>
          {isEnding && <ToldOfEnding deal={deal.id} action={move} />}
        </>
      ),
    }
  }
}
