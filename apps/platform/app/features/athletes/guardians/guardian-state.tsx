import { guardianStates, type GuardianState as State } from '@sherpa/contracts/guardian'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'

const tones: Record<State, Tone> = { invited: 'quiet', confirmed: 'warning', verified: 'good' }

/** The guardian status of a contact; nothing without a request. */
export function GuardianState({ state }: { state: State | null }) {
  return state && <StatusBadge tone={tones[state]}>{guardianStates[state]}</StatusBadge>
}
