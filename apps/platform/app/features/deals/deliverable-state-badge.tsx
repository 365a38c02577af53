import { daysBetween } from '@sherpa/contracts/days'
import { type DeliverableRow, type DeliverableState, deliverableStates } from '@sherpa/contracts/deal-work'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'
import { daysLate } from '../../data/moments.tsx'

const tones: Record<DeliverableState, Tone> = {
  planned: 'quiet',
  submitted: 'info',
  returned: 'warning',
  accepted: 'good',
}

type Row = Pick<DeliverableRow, 'state' | 'late' | 'dueOn'>

/** How late it is while the athlete has something to do; a submitted proof waits for us. None if it is only planned. */
export function DeliverableStateBadge({ row: { state, late, dueOn }, today }: { row: Row; today: string }) {
  if (late && dueOn && state !== 'submitted') {
    return <StatusBadge tone="bad">{daysLate(daysBetween(dueOn, today))}</StatusBadge>
  }
  return state === 'planned' ? null : <StatusBadge tone={tones[state]}>{deliverableStates[state]}</StatusBadge>
}
