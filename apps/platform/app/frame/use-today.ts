import { dayIn } from '@sherpa/contracts/days'
import { useOrganization } from './account-context.ts'

/** What day it is for the organization: by its clock days end, whatever the reader's says. */
export function useToday(): string {
  return dayIn(new Date().toISOString(), useOrganization().timeZone)
}
