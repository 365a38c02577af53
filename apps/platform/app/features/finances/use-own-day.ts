import { organizationsApi } from '@sherpa/api-client/organizations'
import { dayIn } from '@sherpa/contracts/days'
import { useOrganization } from '../../frame/account-context.ts'

/** What day it is for the organization: by its clock, days are booked and payments late. Empty until it is known. */
export function useOwnDay(): string {
  const { id: organization } = useOrganization()
  const { currentData } = organizationsApi.useOrganizationQuery({ organization })
  return currentData ? dayIn(new Date().toISOString(), currentData.timeZone) : ''
}
