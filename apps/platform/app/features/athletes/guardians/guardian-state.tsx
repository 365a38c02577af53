import { guardianStates, type GuardianState as State } from '@sherpa/contracts/guardian'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'

const tones: Record<State, Tone> = { invited: 'quiet', confirmed: 'warning', verified: 'good' }

/** How far a contact is as the guardian; nothing for whoever was not asked. */
export function GuardianState({ state }: { state: State | null }) {
  return state && <StatusBadge tone={tones[state]}>{guardianStates[state]}</StatusBadge>
}
