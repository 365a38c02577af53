import { organizationsApi } from '@sherpa/api-client/organizations'
import { dayIn } from '@sherpa/contracts/days'
import { useOrganization } from '../../frame/account-context.ts'

/** What day it is where the organization keeps its books; nothing before that is known. */
export function useToday(): string | undefined {
  const { id: organization } = useOrganization()
  const { currentData } = organizationsApi.useOrganizationQuery({ organization })
  return currentData && dayIn(new Date().toISOString(), currentData.timeZone)
}
