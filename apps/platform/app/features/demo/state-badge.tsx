import { type DemoState, demoStates } from '@sherpa/contracts/desk'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'

const tones: Record<DemoState, Tone> = {
  requested: 'info',
  rescheduled: 'warning',
  confirmed: 'good',
  held: 'quiet',
  'no-show': 'bad',
  canceled: 'quiet',
  quarantined: 'warning',
  rejected: 'quiet',
}

export function StateBadge({ state }: { state: DemoState }) {
  return <StatusBadge tone={tones[state]}>{demoStates[state]}</StatusBadge>
}
