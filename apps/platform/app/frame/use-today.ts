import { dayIn } from '@sherpa/contracts/days'
import { useOrganization } from './account-context.ts'

/** Today in the organization's time zone. */
export function useToday(): string {
  return dayIn(new Date().toISOString(), useOrganization().timeZone)
}
