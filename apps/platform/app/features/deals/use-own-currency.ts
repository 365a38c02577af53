import { organizationsApi } from '@sherpa/api-client/organizations'
import type { Currency } from '@sherpa/contracts/currency'
import { useOrganization } from '../../frame/account-context.ts'

/** What the organization counts its money in, where nothing else is said. */
export function useOwnCurrency(): Currency {
  const { id: organization } = useOrganization()
  return organizationsApi.useOrganizationQuery({ organization }).currentData?.currency ?? 'USD'
}
