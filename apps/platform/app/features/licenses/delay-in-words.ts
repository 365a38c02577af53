import type { AgentNotice } from '@sherpa/contracts/agent-notice'
import { daysBetween } from '@sherpa/contracts/days'

/** From the contract to the notice. */
export function delayInWords({ contractOn, receivedOn }: Pick<AgentNotice, 'contractOn' | 'receivedOn'>) {
  if (!contractOn) return null
  const days = daysBetween(contractOn, receivedOn)
  if (days < 0) return 'Before signing'
  return days === 1 ? '1 day' : `${days} days`
}
