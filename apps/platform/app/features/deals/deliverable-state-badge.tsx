import { type DeliverableRow, type DeliverableState, deliverableStates } from '@sherpa/contracts/deal-work'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'

const tones: Record<DeliverableState, Tone> = {
  planned: 'quiet',
  submitted: 'info',
  returned: 'warning',
  accepted: 'good',
}

/** Overdue while the athlete has something to do; a submitted proof waits for us. */
export function DeliverableStateBadge({ row: { state, late } }: { row: Pick<DeliverableRow, 'state' | 'late'> }) {
  const isOverdue = late && state !== 'submitted'
  return (
    <StatusBadge tone={isOverdue ? 'bad' : tones[state]}>
      {isOverdue ? 'Overdue' : deliverableStates[state]}
    </StatusBadge>
  )
}
